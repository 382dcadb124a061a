"""Refusals, walls and notices in languages that `test_refusals` and `test_clean` have no pages of, and
news about such things.
"""

from __future__ import annotations

import pytest

from scrapy_neardup.extract import Article, DefaultExtractor, NoArticle, clean

from .test_refusals import whole_page

# Each with the page's title, the heading above the text, and the text.
GATES = [
    ("Página não encontrada | Gazeta", "Ops!", "A página que você tentou acessar mudou de lugar. Use a busca ou volte para a capa do site."),
    ("Em manutenção", "Gazeta", "Estamos trocando os servidores. O portal volta ao ar às oito horas. Pedimos desculpas pelo incômodo."),
    ("Gazeta", "Acesso", "Você não tem permissão para abrir esta página. Fale com o administrador do site."),
    ("Pagina non trovata - Il Ponte", "", "La pagina che stai cercando è stata spostata. Torna alla home o usa la ricerca del sito."),
    ("Sito in manutenzione", "Il Ponte", "Il portale è fermo per lavori. Ci scusiamo per il disagio e torniamo tra un'ora."),
    ("Il Ponte", "Controllo", "Abbiamo rilevato attività anomale dalla tua rete. Conferma di essere una persona per aprire la pagina."),
    ("Pagina niet gevonden | De Veerman", "", "De pagina die u zoekt is verplaatst. Controleer het adres of ga terug naar de homepage."),
    ("Inloggen - De Veerman", "Inloggen", "Vul je e-mailadres en wachtwoord in om verder te lezen. Heb je nog geen account, maak er dan een aan."),
    ("De Veerman", "Toegang", "U heeft geen toegang tot deze pagina. Neem contact op met de beheerder van de website."),
    ("Nie znaleziono strony - Prom", "", "Strona, której szukasz, została przeniesiona. Sprawdź adres albo wróć na stronę główną."),
    ("Przerwa techniczna", "Prom", "Zmieniamy serwery. Przepraszamy za utrudnienia, serwis wróci o ósmej."),
    ("Prom", "Kontrola", "Potwierdź, że nie jesteś robotem, a wrócisz do czytania. Zaznacz pole obok."),
    ("Sayfa bulunamadı - Kayık", "", "Aradığınız sayfa taşınmış. Adresi kontrol edin veya ana sayfaya dönün."),
    ("Bakım çalışması", "Kayık", "Sunucular değişiyor. Lütfen sitemizi daha sonra tekrar ziyaret edin."),
    ("Kayık", "Video", "Bu içerik ülkenizde izlenemiyor. Yayın hakkı yalnızca ada için alındı."),
    ("Không tìm thấy trang - Bến Đò", "", "Trang bạn tìm đã chuyển sang địa chỉ khác. Vui lòng quay lại trang chủ."),
    ("Đăng nhập", "Bến Đò", "Bạn hãy nhập mật khẩu để xem trang này. Nếu quên mật khẩu, vui lòng gọi tòa soạn."),
    ("Bến Đò", "Bảo trì", "Hệ thống đang được nâng cấp. Xin lỗi quý khách vì sự bất tiện này."),
    ("Halaman tidak ditemukan - Perahu", "", "Halaman yang Anda cari sudah pindah. Silakan periksa alamatnya atau kembali ke beranda."),
    ("Akses ditolak", "Perahu", "Anda tidak memiliki izin untuk membuka halaman ini. Hubungi pengelola situs."),
    ("Perahu", "Pemeriksaan", "Buktikan bahwa Anda bukan robot untuk membuka situs ini."),
    ("Sidan kunde inte hittas - Färjan", "", "Sidan du söker har flyttats. Kontrollera adressen eller gå till startsidan."),
    ("Underhåll", "Färjan", "Vi byter servrar. Försök igen senare, sajten är snart tillbaka."),
    ("Färjan", "Spelaren", "Programmet kan inte visas i ditt land. Rättigheterna gäller bara på ön."),
    ("Сторінку не знайдено - Пором", "", "Сторінка, яку ви шукаєте, переїхала. Перевірте адресу або поверніться на головну."),
    ("Технічні роботи", "Пором", "Замінюємо сервери. Перепрошуємо за незручності, зайдіть на сайт пізніше."),
    ("Пором", "Перевірка", "Підтвердьте, що ви не робот, і читайте наш сайт далі."),
]  # fmt: skip
NEWS = [
    ("Site do porto fora do ar", "O site do porto ficou fora do ar por seis horas, e quem abria a página lia apenas um pedido de desculpas. A venda de bilhetes voltou à noite."),
    ("Como trocar a senha do banco", "Abra as configurações e toque em sua conta. No fim da página você encontra o botão da senha. Anote a nova em papel."),
    ("Cookie, la legge cambia", "I siti dovranno chiedere il consenso con un pulsante chiaro, dice la nuova legge. Per i negozi della valle cambia poco."),
    ("Come disdire l'abbonamento", "Apri le impostazioni e scegli il tuo abbonamento. In fondo alla pagina trovi il pulsante per disdire."),
    ("Pagina niet gevonden: expositie over het web", "In het oude postkantoor hangen honderd foutmeldingen aan de muur. De maker verzamelde ze twintig jaar lang."),
    ("Robot helpt op de veerboot", "Een robot verkoopt sinds maandag kaartjes op de veerboot. De schipper zegt dat hij eindelijk tijd heeft om naar het water te kijken."),
    ("Prace techniczne na moście", "Na moście trwają prace techniczne, więc autobusy jeżdżą objazdem. Kierowcy stoją w korku nawet godzinę."),
    ("Gazeta zamyka stronę", "Od maja strona tygodnika będzie dostępna tylko dla prenumeratorów. Redaktor liczy na tysiąc nowych."),
    ("Erişim engellendi: köy yolu kapalı", "Heyelan yüzünden köye erişim engellendi. Ekipler yolu iki günde açmayı umuyor, köylüler kayıkla geliyor."),
    ("Hesabınızı böyle korursunuz", "Şifrenizi her ay değiştirin ve bir deftere yazın, diyor uzmanlar. Bilinmeyen numaralara cevap vermeyin."),
    ("Lỗi đăng nhập làm khách lỡ đò", "Hàng chục người lỡ chuyến đò sáng vì không vào được ứng dụng bán vé. Bến phải bán vé giấy đến trưa."),
    ("Luật mới về tuổi dùng mạng", "Trẻ dưới mười lăm tuổi sẽ không được mở tài khoản, theo luật vừa thông qua. Các trường chia làm hai ý kiến."),
    ("Situs tiket perahu dalam perbaikan", "Situs tiket perahu dalam perbaikan sejak Senin, kata pengelola. Penumpang membeli karcis di loket sampai Kamis."),
    ("Dilarang mengambil pasir", "Warga dilarang mengambil pasir di muara mulai bulan depan. Nelayan menyambut aturan itu."),
    ("Underhåll stoppar färjan", "Underhåll av motorn stoppar färjan i två veckor. Du som ska till ön får åka med postbåten, säger hamnen."),
    ("Kakor säljer bra", "Bagarens kakor säljer bättre än brödet. I somras stod kön ända ner till bryggan varje lördag."),
    ("Доступ обмежено: берег закрили", "Берег закрили до червня, доступ обмежено навіть для рибалок. Причина – зсув, який зійшов у неділю."),
    ("Чи ви не робот, питає вистава", "Нова вистава питає глядачів, чи вони не роботи. Квитки на неї розійшлися за годину."),
]  # fmt: skip
TOLD = [
    "O barqueiro voltou a remar na segunda-feira, depois de oito meses de chuva e de conserto no casco.",
    "Quatrocentas pessoas atravessaram o rio no primeiro dia, quase todas com sacolas da feira da outra margem.",
    "A travessia custa o mesmo que antes, e quem estuda não paga, disse o homem enquanto amarrava a corda.",
]  # fmt: skip
WALLS = [
    ["Esta reportagem é exclusiva para assinantes.", "Cancele quando quiser."],
    ["Già abbonato? Accedi"],
    ["Il resto dell'articolo è riservato agli abbonati."],
    ["Dit verhaal is alleen voor abonnees.", "Maandelijks opzegbaar."],
    ["Je hebt je laatste gratis artikelen gelezen."],
    ["Dalsza część artykułu dostępna tylko dla prenumeratorów."],
    ["Aby przeczytać całość, zaloguj się."],
    ["Haberin devamını okumak için abone olun."],
    ["Nội dung này chỉ dành cho thành viên."],
    ["Vui lòng đăng ký để đọc tiếp."],
    ["Sudah berlangganan? Masuk"],
    ["Berlangganan untuk membaca selengkapnya."],
    ["Artikeln är bara för våra prenumeranter."],
    ["Redan prenumerant? Logga in"],
    ["Щоб читати далі, оформіть передплату."],
    [
        "Jetzt weiterlesen mit Flussbote+",
        "Sie haben bereits ein Abo? Hier anmelden. Monatlich kündbar.",
    ],
    ["Матеріал доступний лише для передплатників."],
]
NOTICES = [
    "Siga a Gazeta no Instagram.",
    "Todos os direitos reservados.",
    "É vedada a reprodução total ou parcial.",
    "Nosso site utiliza cookies para funcionar melhor.",
    "Leia também: O rio que sobe",
    "Seguici su Telegram.",
    "Riproduzione riservata.",
    "Vuoi ricevere ogni mattina le notizie della valle? Iscriviti alla nostra newsletter gratuita.",
    "Il nostro sito utilizza cookie tecnici.",
    "Volg De Veerman op YouTube.",
    "Alle rechten voorbehouden.",
    "Schrijf je in voor de nieuwsbrief.",
    "Elke ochtend het nieuws in je mailbox? Schrijf je in voor onze gratis nieuwsbrief.",
    "Fot. Jan Nowak",
    "Wszelkie prawa zastrzeżone.",
    "Nasz serwis używa plików cookies.",
    "Bizi Instagram'da takip edin.",
    "Tüm hakları saklıdır.",
    "Fotoğraf: Deniz Ak. ",
    "Theo dõi Bến Đò trên Facebook.",
    "Bản quyền thuộc tòa soạn.",
    "Ikuti Perahu di WhatsApp.",
    "Dilarang memperbanyak tanpa izin.",
    "Följ Färjan på Facebook.",
    "Har du ett nyhetstips? Ring oss!",
    "Підписуйтесь на наш канал!",
    "Усі права захищено.",
]


@pytest.mark.parametrize(("title", "heading", "text"), GATES)
def test_what_a_site_says_in_place_of_an_article_is_none(title: str, heading: str, text: str):
    assert DefaultExtractor().read(whole_page(title, heading, text)) is NoArticle.NO_TEXT


@pytest.mark.parametrize("site", [None, "", " - Flussbote"])
@pytest.mark.parametrize(("title", "text"), NEWS)
def test_help_and_news_about_such_pages_are_articles(title: str, text: str, site: str | None):
    name = "Flussbote" if site is None else title + site
    article = DefaultExtractor().read(whole_page(name, title, text))
    assert isinstance(article, Article)
    assert article.text == text


@pytest.mark.parametrize("wall", WALLS)
def test_the_way_to_the_rest_of_a_locked_article_is_left_out(wall: list[str]):
    assert clean.clean_text("\n".join([*TOLD, *wall])) == "\n".join(TOLD)


@pytest.mark.parametrize("line", NOTICES)
def test_notices_below_an_article_are_left_out(line: str):
    assert clean.clean_text("\n".join([*TOLD, line])) == "\n".join(TOLD)


@pytest.mark.parametrize(
    "line",
    [
        "A escola foi multada por usar as fotos sem autorização do autor.",
        "I siti dovranno spiegare a che cosa servono i cookie.",
        "Che cosa fare? Iscriviti, dice il maestro, e impara a remare sul fiume con gli altri.",
        "De gemeente plaatst een kaart op Facebook en in de krant.",
        "Zdjęcia wydrukowano bez zgody autora, orzekł sąd.",
        "Fotoğrafları izinsiz kullanılan balıkçı davayı kazandı.",
        "Ông cho biết bản quyền bài hát thuộc về con gái.",
        "Pengunjung dilarang membawa makanan ke atas perahu.",
        "Kommunen svarar på frågor på Facebook varje torsdag.",
        "Учні підписалися під листом до міського голови.",
    ],
)
def test_news_with_words_of_notices_stay(line: str):
    assert clean.clean_text("\n".join([*TOLD, line])) == "\n".join([*TOLD, line])
