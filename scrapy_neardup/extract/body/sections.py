"""Headings of what follows an article, in languages that have few ways to say them.

The headings of English, Chinese, Japanese and Korean pages have more forms, so those are told by
the expressions of the package. Digits and signs around a heading do not count.
"""

from __future__ import annotations

import re

__all__ = ["COMMENTS", "COMMENT_HEADINGS", "FRAGMENTS", "OTHER", "OTHER_HEADINGS", "bare"]

_SIGNS = re.compile(r"[\W\d_]+")


def bare(text: str) -> str:
    """*text* in small letters, with a blank for whatever is no letter."""
    return _SIGNS.sub(" ", text.casefold()).strip()


def _listed(lines: str) -> tuple[str, ...]:
    headings = (heading.strip() for heading in re.split(r"[\n|]", lines))
    return tuple(heading for heading in headings if heading)


# Headings of other articles, and of a note about the author.
OTHER_HEADINGS = _listed(
    """
    about the author | about the authors | about the writer | about author | about this author
    作者简介 | 作者簡介 | 作者介绍 | 作者介紹 | 关于作者 | 關於作者
    いいなと思ったら応援しよう | この記事を書いた人 | この記事の著者 | 著者プロフィール | 著者紹介 | 筆者プロフィール
    ライタープロフィール | ライター紹介 | 執筆者紹介 | 執筆者プロフィール
    sobre el autor | sobre la autora | acerca del autor | sobre o autor | sobre a autora
    à propos de l'auteur | à propos de l'autrice | über den autor | über die autorin | über die autoren
    sull'autore | over de auteur | o autorze | yazar hakkında | об авторе | про автора
    نبذة عن الكاتب | عن الكاتب | درباره نویسنده
    artículos relacionados | noticias relacionadas | notas relacionadas | contenido relacionado
    entradas relacionadas | publicaciones relacionadas | temas relacionados | más noticias
    te puede interesar | le puede interesar | te podría interesar | también te puede interesar
    quizás te interese | lo más leído | lo más visto | las más leídas | lee también | lea también
    leer más | ver más | más leídas | últimas noticias
    artigos relacionados | notícias relacionadas | matérias relacionadas | conteúdo relacionado
    posts relacionados | leia também | leia mais | veja também | veja mais | mais lidas
    você também pode gostar | você pode gostar | últimas notícias
    à lire aussi | lire aussi | à lire également | à lire | lire la suite | articles similaires
    articles liés | articles connexes | articles recommandés | sur le même sujet | sur le même thème
    vous aimerez aussi | vous aimerez peut-être | ça peut vous intéresser | les plus lus | le plus lu
    das könnte sie auch interessieren | das könnte dich auch interessieren | das könnte sie interessieren
    mehr zum thema | zum thema | weitere artikel | ähnliche artikel | verwandte artikel | passende artikel
    ähnliche beiträge | verwandte beiträge | weitere beiträge | auch interessant | lesen sie auch
    lesen sie mehr | meistgelesen | am meisten gelesen | neueste artikel | neueste beiträge
    articoli correlati | articoli simili | articoli consigliati | leggi anche | leggi tutto
    potrebbe interessarti | potrebbe interessarti anche | ti potrebbe interessare | più letti
    gerelateerde artikelen | gerelateerde berichten | lees ook | lees meer | meer over dit onderwerp
    meest gelezen | läs också | läs mer | läs även | relaterade artiklar | les også | læs også
    lue myös | przeczytaj także | czytaj także | czytaj też | czytaj również | czytaj więcej
    zobacz także | zobacz też | zobacz również | powiązane artykuły | powiązane wpisy | najnowsze
    čtěte také | související články | přečtěte si také | citește și | articole similare
    ilgili haberler | ilgili yazılar | ilgili konular | benzer haberler | benzer yazılar
    ilginizi çekebilir | bunlar da ilginizi çekebilir | son haberler | çok okunanlar
    baca juga | artikel terkait | berita terkait | berita lainnya | terpopuler | artikel lainnya
    tin liên quan | bài viết liên quan | tin cùng chuyên mục | xem thêm | có thể bạn quan tâm | đọc thêm
    похожие статьи | похожие новости | похожие записи | другие новости | другие статьи
    материалы по теме | статьи по теме | по теме | связанные статьи | самое читаемое | популярное
    читайте також | схожі статті | новини за темою | популярні новини
    اقرأ أيضا | اقرأ أيضًا | اقرأ أيضاً | اقرا ايضا | إقرأ أيضا | اقرأ المزيد | مواضيع ذات صلة
    مواضيع متعلقة | مواضيع مشابهة | مقالات ذات صلة | مقالات مشابهة | أخبار ذات صلة | أخبار متعلقة
    الأكثر قراءة | قد يعجبك أيضا | قد يهمك | آخر الأخبار
    مطالب مرتبط | اخبار مرتبط | مقالات مرتبط | مطالب مشابه | مطالب پیشنهادی | بیشتر بخوانید
    همچنین بخوانید
    ข่าวที่เกี่ยวข้อง | บทความที่เกี่ยวข้อง | เรื่องที่เกี่ยวข้อง | เนื้อหาที่เกี่ยวข้อง | ข่าวล่าสุด
    บทความแนะนำ | อ่านเพิ่มเติม
    संबंधित खबरें | संबंधित ख़बरें | संबंधित समाचार | संबंधित लेख | यह भी पढ़ें | ये भी पढ़ें | इसे भी पढ़ें
    और पढ़ें
    """
)
# Headings of what readers say.
COMMENT_HEADINGS = _listed(
    """
    comentarios | comentario | deja un comentario | dejar un comentario | deja una respuesta
    añadir un comentario | escribe un comentario | comentários | comentário | deixe um comentário
    deixe seu comentário | deixe uma resposta
    commentaires | commentaire | laisser un commentaire | ajouter un commentaire | vos réactions
    laisser une réponse | les commentaires
    kommentare | kommentar | leserkommentare | ihr kommentar | dein kommentar | neuer kommentar
    schreibe einen kommentar | kommentar schreiben | kommentar hinterlassen | diskussion
    commenti | commento | lascia un commento | reacties | reactie | plaats een reactie
    geef een reactie | kommentarer | skriv en kommentar | komentarze | komentarz | dodaj komentarz
    komentáře | comentarii | lasă un comentariu | yorumlar | yorum yap | yorum yaz | bir yorum yazın
    komentar | tinggalkan komentar | tulis komentar | bình luận | ý kiến bạn đọc
    оставить комментарий | добавить комментарий | коментарі | залишити коментар
    التعليقات | تعليقات | أضف تعليق | اترك تعليقا | اترك تعليقاً | اترك ردا
    نظرات | نظرات کاربران | دیدگاه | دیدگاه‌ها | دیدگاهها | ارسال نظر | ارسال دیدگاه | نظر شما
    ความคิดเห็น | แสดงความคิดเห็น | टिप्पणियाँ | टिप्पणियां | टिप्पणी करें | टिप्पणी दें
    """
)
OTHER, COMMENTS = (
    frozenset(map(bare, headings)) for headings in (OTHER_HEADINGS, COMMENT_HEADINGS)
)
# Each of those headings has one of these in it.
FRAGMENTS = (
    "about", "作者", "この記事", "応援しよう", "著者", "筆者", "執筆", "ライター", "sobre", "autor", "auteur", "autrice",
    "yazar", "автор", "كاتب", "نویسنده", "relacionad", "noti", "notí", "interes", "gerelat", "gelezen", "íd", "lee ", "lea ",
    "leer ", "ver má", "visto", "leia", "veja", "lidas", "gostar", "lire", "articles", "même ",
    "aimerez", "plus lu", "intéress", "thema", "artikel", "beitr", "lesen", "articol", "leggi", "letti",
    "lees ", "meer over", "läs ", "relaterad", "også", "lue ", "czytaj", "zobacz", "powiązan", "najnow",
    "čt", "souvis", "cite", "ilgi", "benzer", "haber", "okunan", "baca ", "berita", "terpop", "tin ",
    "liên", "xem", "quan t", "đọc", "похож", "друг", "по теме", "связан", "самое", "популяр", "читайте",
    "схож", "за темою", "قر", "مواضيع", "صلة", "أخبار", "يعجبك", "يهمك", "مشابه", "مرتبط",
    "پیشنهادی", "بخوانید", "ข่าวล่าสุด", "เกี่ยวข้อง", "บทความแนะนำ", "อ่าน", "संबंधित", "पढ़ें",
    "coment", "respuesta", "resposta", "comment", "réaction", "réponse", "komment", "diskus", "reacti",
    "koment", "yorum", "bình lu", "ý kiến", "коммент", "комент", "залишити", "تعليق", "ردا", "نظر",
    "دیدگاه", "ความคิดเห็น", "टिप्पणि", "टिप्पणी",
)  # fmt: skip
