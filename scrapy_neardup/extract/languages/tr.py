"""Turkish."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:lütfen|maalesef|üzgünüz|özür\sdileriz|teşekkür\sederiz|(?:ülke|bölge|şifre)niz\w*
          | (?:mı|mi|mu|mü)s[ıiuü]n[ıiuü]z|edin|deneyin|girin|dönün|olun|tıklayın|işaretleyin
          | yenileyin|doğrulayın|etkinleştirin|kapatın|onaylayın|kullanın|açın|oluşturun|seçin
          | bekleyin|kontrol\sedin|yapın|göz\satabilirsiniz|deneyiniz|yapınız|giriniz
          | aboneyseniz|üyeyseniz|yükleyin|güncelleyin|indirin|gidin|gerçekten\ssiz)\b
        | şifre(?:mi|nizi|ni)\s(?:mi\s)?unut\w+
    )
    | bilirsiniz\b
    | [ıiuü]n[ıiuü]z(?<=\w{5})(?:[ıiuü]n?|[ae]|d[ae]n?|l[ae])?\b
"""
OF_VISIT = r"""
    \b(?:
        (?:(?:site|sayfa|adres|içerik|içeri[kğ]|haber|makale|bağlantı)(?!\w{8})\w*|tarayıcı\w*
          | javascript|reklam\sengelleyici\w*|hesa[bp]\w*|giriş|üye|üyelik|şifre\w*|oturum\w*
          | abone\w*|robot\w*|ağınız\w*|trafik|istek|isteğiniz\w*|erişim\w*|yetki\w*|engellen\w+
          | kutu\w*|ülkeniz\w*|bölgeniz\w*|bakım\w*|anlayış\w*|tekrar|hata|çerez\w*|rıza\w*|gizlilik
          | gizliliğ\w*|tercih\w*|18\syaş\w*|bağlantı\w*|arama\skutusu\w*|sunucu\w*|sabrınız\w*
          | kullanıcı\sadı\w*|son\shaberler\w*|birkaç\s(?:dakika|saniye)|kabul|onay|ayarlar\w*
          | kişisel\sveri\w*|sunucu|sürüm\w*|menü\w*|sitede|sitemizle|ziyaretçi\w*|istekleri|e-posta)\b
    )
"""

# A locked article.

WALL = r"""
    bu\s(?:haber|içerik|yazı|makale)\s(?:\S+\s){0,2}(?:abone|üye)(?:ler\w*|ye)\s?[^.]{0,30}
    | (?:sadece|yalnızca)\s(?:abone|üye)lere\s(?:özel|açık)[^.]{0,30}
    | (?:zaten|hâlâ|henüz)\s(?:abone|üye)\s(?:misiniz|değil\smisiniz)
    | (?:haberin|yazının|makalenin|içeriğin)?\s?(?:devamını|tamamını)\s(?:okumak|görmek|okuyabilmek)\siçin[^.]{0,60}
    | (?:okumaya\sdevam\setmek|sınırsız\s(?:okumak|erişim))\siçin[^.]{0,60}
    | (?:hemen\s|şimdi\s)?abone\solun?\W[^.]{0,40}(?:oku|eriş)\w*
    | ücretsiz\s(?:makale|haber|içerik|yazı)\s(?:limitinize|sınırına|limitini|hakkınız)\w*[^.]{0,40}
    | bu\s(?:haber|içerik|yazı|makale)\w*\s(?:tamamı|devamı)\s[^.]{0,16}(?:abone|üye)\w+\s?[^.]{0,20}
    | (?:istediğiniz|dilediğiniz)\s(?:zaman|an)\siptal[^.]{0,20}
    | (?:bir\s)?abonelik\s(?:seçin|paketi|başlat)[^.]{0,30}
    | (?:okumaya|okumayı)\s(?:devam|sürdür)[^.]{0,50}
    | (?:haberin|makalenin|yazının|içeriğin)\s(?:kalanını|devamını|tamamını)\s(?:yalnızca|sadece)\s(?:abone|üye)ler\s\w+
"""
WALL_BEGINNING = r"""
    bu\s(?:haber|içerik|yazı|makale)\s(?:\S+\s){0,2}(?:abone|üye)lere\s
    | okumaya\sdevam\setmek\siçin\s
    | (?:haberin|yazının)\s(?:devamını|tamamını)\sokumak\siçin\s(?:abone|üye|giriş)
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    bulunamadı
    | erişim\s(?:engellendi|yasak)
"""
FAILURE = r"""
    şifre(?:mi|nizi|ni)\s(?:mi\s)?unut\w+
"""
GATE = r"""
    hata(?:\s\d{3})?|(?:bir\s)?hata\soluştu|(?:üye\s)?giri[sş]i?(?:\syap(?:ın)?)?|oturum\saç(?:ın)?
    | (?:aradığınız\s)?sayfa\s(?:bulunamadı|bulunamıyor|mevcut\sdeğil|yok)
    | (?:bu\s)?içerik\s(?:kullanılamıyor|bulunamadı|mevcut\sdeğil|kaldırıldı)
    | bakım(?:\s(?:çalışması|modu))?|(?:sitemiz|site)?\s?bakımda
    | erişim\s(?:engellendi|reddedildi|yasak|engeli)
    | (?:robot|insan)\s(?:musunuz|mısınız|olmadığınızı\sdoğrulayın|doğrulaması)
    | (?:güvenlik|yaş)\s(?:doğrulama(?:sı)?|kontrolü)
    | 18\syaşından\sbüyük\smüsünüz
    | oturum(?:unuzun)?\s(?:süresi\sdoldu|sona\serdi)
    | gizliliğinize\s(?:önem\sveriyoruz|değer\sveriyoruz|saygı\sduyuyoruz)|gizliliğiniz\sbizim\siçin\sönemli
    | (?:birazdan|hemen|kısa\ssürede|yakında)\s(?:döneceğiz|buradayız|dönüyoruz|geri\sdöneceğiz)|(?:bir\s(?:dakika|saniye|an)|lütfen\sbekleyin)(?:\slütfen)?
    | (?:insan|robot)\solduğunuzu\s(?:doğrulayın|onaylayın)
    | (?:hesabınıza|hesaba|siteye)\sgiri[sş]\s?\w*
    | çerez(?:ler)?(?:\s(?:politikası|kullanımı|tercihleri|ayarları|bildirimi))?|gizlilik(?:\s(?:politikası|ayarları|tercihleri))?
    | (?:aradığınız\s)?sayfa(?:ya|yı)?\s(?:ulaşılamıyor|bulamadık|bulunmuyor)
    | hizmet\s(?:geçici\solarak\s)?(?:kullanılamıyor|verilemiyor)|(?:site|sayfa)\s(?:geçici\solarak\s)?(?:kapalı|hizmet\sdışı|kullanılamıyor)
    | (?:eski|desteklenmeyen|güncel\solmayan)\starayıcı|tarayıcınız\s(?:desteklenmiyor|güncel\sdeğil)
    | (?:bu\s)?(?:haber|sayfa|içerik|yazı)\s(?:yayından\s)?(?:kaldırıldı|kaldırılmış|silindi|silinmiş|artık\s(?:yayında|mevcut)\sdeğil)
    | .{0,60}\s?(?:ülkeniz|bölgeniz|bulunduğunuz\s(?:ülke|bölge))d[ea]n?\s[^.]{0,24}
"""
GATE_TEXT = r"""
    (?:ağınızdan|bağlantınızdan|ip\sadresinizden|bilgisayarınızdan)\s(?:\S+\s){0,2}(?:olağan|sıra|şüpheli|anormal)
    | (?:üzgünüz\W+)?(?:aradığınız|ulaşmak\sistediğiniz|görüntülemek\sistediğiniz)\s(?:sayfa|içerik|haber)
    | (?:devam\setmek\siçin\W+)?(?:lütfen\s)?robot\solmadığınızı\s
    | tarayıcınız(?:da|ın)?\s
    | (?:bu\ssayfayı|bu\siçeriği)\s(?:görüntüle|görmek|izle)\w*\s(?:\S+\s)?(?:yetkiniz|izniniz|için\s(?:üye|giriş|oturum))
    | bu\s(?:içerik|video|sayfa)\s(?:ülkenizde|bölgenizde|bulunduğunuz)
    | (?:size\sdaha\siyi\shizmet\s\S+\siçin\s)?sitemiz(?:de|\sşu\sanda)?\s(?:\S+\s)?bakım
    | bağlantınız(?:ın)?\s[^.]{0,24}(?:kontrol|doğrulan)
    | (?:kullanıcı\sadınızı|e-posta\sadresinizi)\s
    | sistemlerimiz\W[^.]{0,40}(?:olağan|şüpheli|alışılmadık)
    | kullandığınız\starayıcı|(?:eski|güncel\solmayan)\sbir\starayıcı
    | (?:maalesef|üzgünüz)\W+(?:bu\s)?(?:site|sitemiz|içerik)\s
"""
REFUSED = r"""
    bulunamadı|bulunamıyor|kullanılamıyor|mevcut\sdeğil
    | \b(?:üzgünüz|maalesef)\b
    | bir\s(?:hata|sorun)\soluştu|(?:bir\sşeyler|işler)\sters\sgitti
    | giriş\syap|oturum\saç
    | etkinleştir|reklam\sengelleyici
    | (?:robot|insan)\s(?:musunuz|mısınız|olmadığınızı)
    | 18\syaşından
    | ulaşılamıyor|bulamadık|döneceğiz|insan\solduğunuzu|\bçerez
"""
CONSENT = r"""
    \b(?:çerez|rıza|kişisel\sveri|gizlilik|kabul\set|reddet|tercih)
"""

GATE_TO_READER = r"""
    \b(?:özür\sdileriz|anlayışınız\siçin|sabrınız\siçin)
    | \b(?:daha\ssonra|birazdan|tekrar)\s(?:tekrar\s)?(?:dene|ziyaret|uğra)\w*
    | \b(?:kısa\ssüre|yakında)\s(?:\S+\s){0,2}(?:tekrar\s)?(?:yayında|sizlerle|hizmetinizde)
"""

# Lines beside an article.

LABEL = r"""
    (?:fotoğraf|kaynak|ilgili\shaber(?:ler)?)\s*[:：|]
"""
LABEL_STARTS = "fki"
CONTENTS = "içindekiler"

# Notices.

NOTICE_START = r"""
    (?:tüm|bütün)\shakları\ssaklıdır
    | (?:kaynak\sgösterilmeden|izinsiz)\s(?:\S+\s){0,4}(?:alıntılana|kopyalana|kullanıla|yayınlana|yayımlana|yapıla)maz
"""
NOTICE_LINE = "reklam"
NOTICE_WORDS = ("reklam", "sakl", "kaynak gö", "izinsiz")
CLOSING_START = r"""
    (?:haber\s)?(?:e-?)?bülten(?:imize|e)\s(?:ücretsiz\s|hemen\s)?(?:abone|kayıt|kaydol|üye)\w*
    | bizi\s[^.]{0,60}\stakip\sedin\b
    | [^.]{0,60}\s(?:için|okumak\siçin)\s(?:buraya\s|hemen\s)?tıklayın(?:ız)?\b
    | (?:bu\s|web\s)?site\w*,?\s(?:[^\s.]+\s){0,7}çerez\w*\s(?:kullan|yararlan|faydalan)\w*
"""
CLOSING_WORDS = ("bülten", "çerez", "klay", "kip ed")
SURE_NOTICE = r"""
    hakları\ssaklıdır|tıklayın
"""
TO_READERS = r"""
    \b(?:bizi|sitemiz\w*|kanalımız\w*|bülten\w*|size|bu\s(?:site|sayfa|haber))\b
"""

# Dates.

PUBLISHED = r"""
    (?:yayınlanma|giriş)(?:\starihi)?
"""
UPDATED = r"""
    \bgüncelle\w*\b
"""
# In the second line, names whose dotless i was put into small letters as another language does it.
MONTHS = (
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "ocak şubat mart nisan mayis haziran temmuz ağustos eylül ekim kasim aralik",
)

# Sources.

SOURCE = "kaynak"
ORIGIN_WORDS = ("kaynak",)

# Sections below an article.

OTHER_HEADINGS = """
    ilgili haberler | ilgili yazılar | ilgili konular | benzer haberler | benzer yazılar
    ilginizi çekebilir | bunlar da ilginizi çekebilir
    son haberler | çok okunanlar
"""
AUTHOR_HEADINGS = "yazar hakkında"
COMMENT_HEADINGS = """
    yorumlar | yorum yap | yorum yaz | bir yorum yazın
"""
