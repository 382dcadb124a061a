"""Indonesian."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:anda|kamu|sila(?:h)?kan|maaf|mohon|harap|cobalah|terima\skasih|sayangnya|sayang\ssekali)\b
        | lupa\s(?:kata\ssandi|password|sandi)
    )
    | ^\W*(?:coba|buat|aktifkan|pilih|klik|tunggu|muat|gunakan|pasang|perbarui|unduh|segarkan)\b
"""
OF_VISIT = r"""
    \b(?:
        (?:halaman|situs|website|alamat|tautan|konten|artikel|berita|beranda|sistem|peramban
          | browser|javascript|pemblokir|adblock|akun|login|masuk|daftar|kata\ssandi|password
          | berlangganan|langganan|pelanggan|membaca|robot|akses|mengakses|izin|diblokir|permintaan
          | jaringan|lagi|negara|wilayah|pemeliharaan|perbaikan|ketidaknyamanan(?:nya)?|cookie
          | persetujuan|privasi|pilihan|18\stahun|kolom\spencarian|halaman\sdepan|nama\spengguna
          | pengguna|koneksi|kesabaran|beberapa\s(?:menit|detik|saat)|minat|pengaturan|data\spribadi
          | paket|menu|versi|tulisan|layanan|server\skami|muat\sulang|pengunjung|hukum|telepon)\b
    )
"""

# A locked article.

WALL = r"""
    (?:artikel|konten|berita)\s(?:ini\s)?(?:hanya\s)?(?:khusus|hanya|eksklusif|tersedia)\s
      (?:\S+\s){0,2}(?:untuk|bagi)\s(?:para\s)?(?:pelanggan|member|anggota|pembaca)[^.]{0,30}
    | (?:sudah|belum)\s(?:menjadi\s)?(?:berlangganan|pelanggan|punya\sakun|member)
    | (?:sila(?:h)?kan\s)?(?:login|masuk|daftar|berlangganan|langganan)\s[^.]{0,40}
      (?:untuk\s(?:melanjutkan|membaca|terus)|dan\sbaca)[^.]{0,40}
    | untuk\s(?:melanjutkan\s(?:membaca|baca)|membaca\s(?:selengkapnya|artikel))\W[^.]{0,30}
      (?:login|masuk|daftar|langganan)[^.]{0,40}
    | anda\s(?:telah|sudah)\s(?:mencapai|membaca|menghabiskan)\s[^.]{0,30}(?:gratis|batas)[^.]{0,40}
    | (?:lanjutkan|teruskan|lanjut)\s(?:membaca|baca)\s[^.]{0,40}
    | ingin\s(?:membaca|baca|melanjutkan)\b[^.?]{0,40}
    | (?:bisa\s|dapat\s)?(?:berhenti|batalkan|dibatalkan)\s(?:berlangganan\s)?kapan\s[^.]{0,14}
    | pilih\s(?:paket\s)?langganan[^.]{0,40}
    | hanya\s(?:pelanggan|member|anggota)\syang\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    (?:artikel|konten)\sini\s(?:\S+\s){0,2}(?:untuk|bagi)\s(?:pelanggan|member)
    | (?:login|masuk|daftar|berlangganan)\suntuk\s(?:melanjutkan|membaca)
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    tidak\sditemukan
    | (?:akses\s)?(?:ditolak|dilarang)
"""
FAILURE = r"""
    lupa\s(?:kata\ssandi|password|sandi)
"""
GATE = r"""
    kesalahan(?:\s\d{3}|\sserver)?|(?:telah\s)?terjadi\skesalahan|login|masuk(?:\ske\sakun\sanda)?
    | sesi\s(?:anda\s)?(?:telah\s)?(?:berakhir|habis)
    | (?:maaf\W+)?halaman\s(?:tidak\s(?:ditemukan|tersedia|ada))
    | (?:konten|artikel)\s(?:ini\s)?tidak\s(?:tersedia|ditemukan)
    | pemeliharaan(?:\s(?:sistem|situs|server))?|(?:situs\s)?(?:sedang\s)?dalam\s(?:perbaikan|pemeliharaan)
    | akses\s(?:ditolak|diblokir|dibatasi)
    | verifikasi(?:\s(?:keamanan|usia|umur))?
    | (?:apakah\s)?anda\s(?:bukan\s)?(?:robot|manusia)|saya\sbukan\srobot
    | apakah\sanda\s(?:berusia|sudah|berumur)\s18\stahun(?:\ske\satas)?
    | kami\s(?:menghargai|menghormati)\sprivasi\sanda
    | (?:kami\s)?(?:akan\s)?segera\skembali|(?:mohon\s|harap\s)?tunggu(?:\s(?:sebentar|sejenak))?
    | (?:pastikan|verifikasi|buktikan)\s(?:bahwa\s)?anda\s(?:adalah\s)?manusia
    | (?:login|masuk)\s(?:ke|untuk|dengan)\s[^.]{0,24}
    | (?:kebijakan|pengaturan)\s(?:cookie|privasi)|privasi|(?:kami|situs\sini)\s(?:memakai|menggunakan)\scookie
    | (?:waduh\W+|ups\W+|maaf\W+)?halaman\s(?:ini\s)?(?:sudah\s)?tidak\sada(?:\slagi)?
    | layanan\s(?:sementara\s)?tidak\s(?:tersedia|dapat\sdiakses)|situs\s(?:sementara\s)?tidak\s(?:tersedia|dapat\sdiakses)
    | (?:peramban|browser)\s(?:anda\s)?(?:lama|usang|tidak\sdidukung)
    | (?:berita|artikel|halaman|konten)\s(?:ini\s)?(?:telah\s|sudah\s)?(?:dihapus|tidak\s(?:tayang|tersedia|ada)(?:\slagi)?)
    | .{0,60}\s(?:di|dari)\s(?:negara|wilayah|lokasi)\sanda
"""
GATE_TEXT = r"""
    (?:kami|sistem\skami)\s(?:telah\s)?mendeteksi\s(?:\S+\s){0,3}(?:tidak\sbiasa|mencurigakan|bahwa\sanda)
    | (?:maaf\W+)?halaman\s(?:yang\s)?(?:anda|kamu)\s(?:cari|tuju|minta)
    | (?:untuk\smelanjutkan\W+)?(?:buktikan|konfirmasi\w*|pastikan)\s(?:bahwa\s)?anda\s(?:bukan|adalah)\s
    | (?:peramban|browser)\sanda\s
    | anda\s(?:tidak\s(?:memiliki|punya|mempunyai)\s(?:izin|akses|hak)|harus\s(?:login|masuk))
    | (?:konten|video|artikel|situs|halaman)\sini\stidak\s(?:tersedia|dapat)\s(?:\S+\s){0,2}(?:negara|wilayah)\sanda
    | (?:saat\sini\s)?(?:situs|kami|sistem)\s(?:\S+\s)?sedang\s(?:dalam\s|melakukan\s|menjalani\s)?
      (?:pemeliharaan|perbaikan|maintenance)
    | kami\ssedang\smemeriksa\s[^.]{0,24}(?:koneksi|peramban|browser)
    | (?:silakan\s)?masukkan\s(?:nama|email|alamat\semail|kata)\s
    | tautan\s[^.]{0,24}(?:usang|rusak|salah|dihapus)
    | sistem\skami\s(?:telah\s)?mendeteksi\s
    | versi\s(?:peramban|browser)\s|anda\smenggunakan\s(?:peramban|browser)\s
    | sayangnya\W+[^.]{0,30}(?:situs|konten)\s
"""
REFUSED = r"""
    tidak\s(?:ditemukan|tersedia|ada|dapat\sdi\w+)
    | \b(?:maaf|ups|silakan)\b
    | terjadi\skesalahan|ada\syang\ssalah
    | (?:login|masuk)\s(?:ke|untuk)
    | \b(?:aktifkan|nonaktifkan|matikan)\b|pemblokir|adblock
    | anda\s(?:bukan\s)?(?:robot|manusia)
    | 18\stahun
    | segera\skembali|manusia|\bcookie\b
"""
CONSENT = r"""
    \b(?:persetujuan|data\spribadi|privasi|dipersonalisasi|mitra|setuju\b|menyetujui|terima\ssemua
      | tolak\b)
"""

GATE_TO_READER = r"""
    \bmohon\smaaf\b|\bmaaf\satas\b
    | \b(?:coba|kembali|kunjungi)\s(?:lagi\s)?(?:nanti|beberapa\ssaat|sesaat)
    | \bsegera\skembali\b
    | \bterima\skasih\satas\s(?:kesabaran|pengertian)
"""

# Lines beside an article.

LABEL = r"""
    (?:sumber|(?:baca|lihat|simak)\sjuga)\s*[:：|]
"""
LABEL_STARTS = "bls"

# Notices.

NOTICE_START = r"""
    hak\scipta\s(?:©|\d{4}|dilindungi)
    | dilarang\s(?:keras\s)?(?:mengutip|menyalin|memperbanyak|mereproduksi|menyebarluaskan)\s
"""
NOTICE_LINE = "iklan"
NOTICE_WORDS = ("iklan", "hak cipta", "dilarang")
CLOSING_START = r"""
    (?:ikuti|klik)\s[^.]{0,60}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews)\b
    | (?:dapatkan|daftar|berlangganan)\s(?:[^\s.]+\s){0,6}newsletter
"""
USES_COOKIES = r"""
    (?:situs(?:\sweb)?\s(?:ini|kami)|website\sini|kami)\smenggunakan
"""
CLOSING_WORDS = ("newsletter", "cookie", "ikuti", "klik ")
SURE_NOTICE = r"""
    dilarang\s(?:keras\s)?mengutip
"""
TO_READERS = r"""
    \b(?:kami|anda)\b
"""

# Dates.

PUBLISHED = "diterbitkan"
MONTHS = (
    "januari februari maret april mei juni juli agustus september oktober november desember",
)

# Sections below an article.

OTHER_HEADINGS = """
    baca juga
    artikel terkait | artikel lainnya | berita terkait | berita lainnya
    terpopuler
"""
AUTHOR_HEADINGS = "tentang penulis"
COMMENT_HEADINGS = """
    komentar | tinggalkan komentar | tulis komentar
"""
