"""Portuguese."""

# What a site says to its visitor.

TO_VISITOR = r"""
    \b(?:
        (?:você|vocês|lamentamos|desculpe|pedimos|tente|verifique|confirme|clique|digite|informe
          | volte|aguarde|utilize|contacte|ative|habilite|desative|recarregue|atualize|assine|acesse
          | aceda|inscreva-se|cadastre-se|registr?e-se|pode\s(?:aceitar|recusar|gerir)
          | (?:seu|sua|seus|suas)\s(?:navegador|browser|dispositivo|computador|rede|ip|endereço|e-?mail|senha|conta|acesso|região|país|localização|pedido|solicitação|assinatura|idade|privacidade|consentimento|preferências|compreensão|paciência)
          | agradecemos|obrigad[oa]\spela\s(?:paciência|compreensão|visita)
          | caso\s(?:ainda\s)?não\s(?:tenha|possua)|que\stal|experimente
          | (?:sua|tua)\s(?:conexão|ligação)|infelizmente)\b
        | ops!|faça\s(?:o\s)?(?:seu\s)?login|atendê-l[oa]|atender\s(?:você|melhor)
        | ao\scontinuar\snavegando|esqueceu\s(?:a\s|sua\s|a\ssua\s)?senha
    )
    | ^\W*(?:use|instale|navegue|procure|busque|entre)\b
"""
OF_VISIT = r"""
    \b(?:
        (?:páginas?|site|sítio|endereço|link|conteúdo|matérias?|artigos?|busca|navegador|javascript
          | bloqueador\w*|anúncios|conta|login|logad[oa]|sessão|senha|assin\w+|cadastr\w+|subscri\w+
          | robôs?|verificação|tráfego|rede|acess\w+|permissão|bloquead[oa]|servidor|solicitaç\w+
          | pedido|novamente|região|manutenção|transtornos?|incómodo|inconveniente\w*|compreensão
          | consentimento|privacidade|preferências|18\sanos|maior(?:es)?\sde|últimas\snotícias|capa
          | página\sinicial|servidores|conexão|cpf|cadastro|criar\s(?:uma\s)?conta|usuário
          | experiência|alguns\s(?:minutos|segundos|instantes)|publicação|menu|versão
          | servidor(?:es)?|visitantes|solicitações|telefone)\b
    )
"""

# A locked article.

WALL = r"""
    (?:est[ea]\s)?(?:conteúdo|artigo|texto|matéria|reportagem|notícia)
      \s(?:é\s|está\sdisponível\s)?(?:exclusiv[oa]|restrit[oa]|reservad[oa]|só|apenas|somente)
      \s(?:a|aos|para)\s(?:\S+\s){0,2}(?:assinantes|subscritores)[^.]{0,40}
    | (?:você\s)?(?:já|ainda\snão)\sé\s(?:nosso\s)?(?:assinante|subscritor|cadastrado)[^.?]{0,20}
    | você\s(?:já\s)?(?:atingiu|leu|chegou)\s[^.]{0,40}(?:limite|gratuit[ao]s)[^.]{0,40}
    | (?:para|quer)\s(?:(?:continuar|seguir)\s(?:lendo|a\sler|a\sleitura)|ler\s(?:o|a|est[ea]|mais)\b)
      [^.?]{0,60}(?:assin|cadastr|login|regist|inscrev|subscrev)[^.]{0,60}
    | (?:assine|cadastre-se|registr?e-se|inscreva-se|subscreva|faça\s(?:o\s)?(?:seu\s)?login)
      \s[^.]{0,40}(?:para\s(?:continuar|ler)|acesso\s(?:ilimitado|completo)|e\s(?:leia|continue))[^.]{0,60}
    | (?:continue|siga|leia)\s(?:a\s)?(?:lendo|ler|tudo|sem\slimites?)\s[^.]{0,40}
    | (?:quer|gostaria\sde)\s(?:ler|continuar\slendo)\b[^.?]{0,40}
    | (?:tenha|garanta)\sacesso\s[^.]{0,30}(?:reportagens|conteúdos?|matérias|notícias|edições|site)[^.]{0,60}
    | cancele\s(?:quando|a\squalquer)[^.]{0,20}
    | (?:escolha|conheça)\s(?:\S+\s)?planos?\sde\sassinatura[^.]{0,40}
    | (?:só|apenas|somente)\s(?:os\s)?assinantes\s(?:podem|têm)\s[^.]{0,50}
"""
WALL_BEGINNING = r"""
    est[ea]\s\S+\s(?:\S+\s){0,4}(?:para|a)?\s?(?:\S+\s)?(?:assinantes|subscritores)
    | (?:conteúdo|artigo|matéria)\s(?:exclusiv[oa]|reservad[oa])\s(?:para|a)\sassinantes
    | (?:assine|cadastre-se|inscreva-se)\spara\s
"""

# What a server says in place of an article.

ERROR_NAME = r"""
    não\sencontrad[oa]
    | acesso\s(?:negado|proibido)
"""
FAILURE = r"""
    esqueceu\s(?:a\s|sua\s|a\ssua\s)?senha
"""
GATE = r"""
    erro(?:\s\d{3})?|ocorreu\sum\serro|(?:ops!\s)?algo\s(?:deu\serrado|correu\smal)
    | login|entrar|(?:fazer|faça)\slogin|iniciar\ssessão|sessão\sexpirada
    | (?:a\s)?página\snão\s(?:foi\s)?(?:encontrada|existe|disponível|localizada)
    | página\s(?:inexistente|indisponível)
    | conteúdo\s(?:não\sdisponível|indisponível)
    | (?:(?:nosso|este)\s)?(?:(?:site|portal|sistema|estamos)\s)?em\smanutenção
    | manutenção\sprogramada
    | acesso\s(?:negado|bloqueado|proibido|restrito)
    | verificação\sde\s(?:segurança|idade)|confirm[ae]\s(?:a\s)?sua\sidade
    | (?:você\s)?(?:é|não\sé|não\ssou)\s(?:um\srobô|humano)|você\stem\smais\sde\s18\sanos
    | (?:nós\s)?(?:valorizamos|respeitamos)\sa\ssua\sprivacidade
    | (?:já\s)?voltamos\s(?:já|logo|em\sbreve)|(?:um|só\sum)\smomento|aguarde(?:\sum\s(?:momento|instante))?
    | (?:precisamos\s)?(?:confirm|verifi)\w+\s(?:que|se)\s(?:você\s)?(?:é\s(?:um\s)?humano|não\sé\sum\srobô)
    | (?:área|acesso)\s(?:restrit[oa]|exclusiv[oa])(?:\s(?:a|para|de)\s(?:\S+\s)?(?:assinantes|cadastrados|usuários))?|área\sdo\s(?:assinante|leitor|cliente)
    | (?:aviso|política|uso|gestão|configurações|preferências|controle)\s(?:de|sua)\s(?:cookies|privacidade)
    | (?:ops\W+)?(?:não\s(?:encontramos|conseguimos\sencontrar|achamos)\s)(?:a|esta|essa|o\sque)\s?[^.]{0,24}
    | serviço\s(?:temporariamente\s)?indisponível|(?:site|página)\s(?:temporariamente\s)?(?:fora\sdo\sar|indisponível)
    | (?:navegador|browser)\s(?:desatualizado|incompatível|não\s(?:suportado|compatível))
    | (?:est[ea]\s)?(?:notícia|matéria|conteúdo|página|artigo|post)\s(?:foi\s)?(?:removid[oa]|excluíd[oa]|não\sestá\smais\s(?:no\sar|disponível)|não\sexiste\smais)
    | .{0,60}\s(?:no\sseu\spaís|na\ssua\sregião|em\s(?:seu\spaís|sua\sregião))
    | (?:entrar|acesse|entre)\s(?:n|em|a\s)[^.]{0,24}conta
"""
GATE_TEXT = r"""
    (?:detectamos|detetamos|identificamos)\s(?:um\s|uma\s)?(?:tráfego|atividade|acessos?)\s(?:incomu|suspeit|anormal)
    | (?:para\scontinuar\W+)?confirme\sque\s(?:você\s)?não\sé\sum\srobô
    | a\spágina\sque\s(?:você\s)?(?:está\s|estava\s|tentou\s)?(?:procura|busca|acessar|solicit)
    | (?:o\s)?seu\s(?:navegador|browser)\s(?:está\sdesatualizado|não\s(?:suporta|aceita|é))
    | você\snão\s(?:tem|possui)\s(?:permissão|autorização|acesso)
    | (?:este|esse)\s(?:conteúdo|vídeo|artigo|site)\snão\s(?:está|é|se\sencontra)\s(?:disponível|acessível)
      \s(?:no\sseu|na\ssua|em\sseu|em\ssua)
    | para\s(?:acessar|aceder|ver|visualizar)\s(?:a\s)?est[ea]\s\S+\W+(?:é\s(?:necessário|preciso)|você|faça)
    | estamos\sverificando\s[^.]{0,24}sua\s(?:conexão|ligação)
    | (?:o\slink|a\spágina)\s(?:que\svocê\s)?[^.]{0,24}pode\s(?:estar|ter|não)
    | (?:os\s)?nossos\ssistemas\s(?:detectaram|detetaram|identificaram)\s
    | a\sversão\sdo\s(?:seu\s)?navegador\s|(?:você\sestá\s)?usando\s(?:um\snavegador|uma\sversão)\s[^.]{0,20}(?:antig|desatualizad)
    | infelizmente\W+[^.]{0,30}(?:nosso|este)\s(?:site|conteúdo)\s
"""
REFUSED = r"""
    não\s(?:foi\s)?(?:encontrad[oa]|possível|existe)|não\sestá\sdisponível|(?:in|não\s)disponível
    | \b(?:lamentamos|desculpe)\b|\bops!
    | algo\s(?:deu\serrado|correu\smal)
    | (?:faça|fazer)\s(?:o\s)?login
    | \b(?:ative|habilite|desative)\b
    | robô\?|bloqueador
    | mais\sde\s18|maior\sde\s(?:18|idade)
    | não\s(?:encontramos|conseguimos)|voltamos|humano|restrit[oa]|cadastrados|\bcookies\b
"""
CONSENT = r"""
    \b(?:dados\spessoais|privacidade|parceiros|aceitar|recusar|rejeitar)
"""

GATE_TO_READER = r"""
    \bpedimos\sdesculpas?\s(?:pel|por)
    | \b(?:tente|volte)\s(?:novamente\s)?(?:mais\starde|em\sbreve|em\sinstantes)
    | (?:de\svolta|voltaremos|voltamos|no\sar)\sem\sbreve
    | \bagradecemos\s(?:a\s)?(?:sua\s)?(?:compreensão|paciência)
    | \bobrigad[oa]\spel[ao]\s(?:paciência|compreensão)
"""

# What a site says on many of its pages.

ONWARD = r"""
    \b(?:saber|ler)\b
"""
COMMENT_COUNT = r"""
    \bcomentários?\b
"""

# Lines beside an article.

LABEL = r"""
    (?:fotos?|fonte|(?:leia|veja)\s(?:também|mais))\s*[:：|]
"""
LABEL_STARTS = "flv"

# Notices.

NOTICE_START = r"""
    todos\sos\sdireitos\sreservados
    | (?:é\s|fica\s)?(?:proibid[ao]|vedada)\s(?:a\s)?reprodução\s(?:total|parcial|d(?:o|este)\s(?:conteúdo|texto)|desta\s(?:matéria|página))
    | reprodução\s(?:total|parcial)\s[^.]{0,30}(?:proibida|vedada)
"""
NOTICE_LINE = "publicidade"
NOTICE_WORDS = ("publicidad", "vados", "dução")
CLOSING_START = r"""
    (?:assine|inscreva-se|subscreva|receba)\s(?:[^\s.]+\s){1,6}newsletter
    | receba\s[^.]{0,60}\.\s(?:assine|inscreva-se)\s(?:\w+\s){1,3}newsletter
    | (?:siga(?:-nos)?|clique\saqui)\s[^.]{0,60}\b(?:facebook|instagram|whatsapp|telegram|youtube|google\snews)\b
    | (?:participe|entre|receba)\s[^.]{0,40}\b(?:canal|grupo|comunidade|not[ií]cias|alertas)\b[^.]{0,40}\bno\s(?:whatsapp|telegram)\b
"""
USES_COOKIES = r"""
    (?:este|nosso|o\snosso)\s(?:web)?s[ií]te\s(?:usa|utiliza)
"""
CLOSING_WORDS = ("newsletter", "cookie", "siga", "ique aqui", "no whatsapp", "no telegram")
SURE_NOTICE = r"""
    direitos\sreservados
"""
TO_READERS = r"""
    \b(?:noss[oa]s?|você|siga|assine|inscreva-se)\b
    | \b(?:est[ea]|dest[ea])\s(?:conteúdo|matéria|texto|página|site)\b
"""

# Dates.

ON_DAY = "em"
DAY_FIRST = "(?-i:em)"
DATE_LABEL = "data"
UPDATED = r"""
    \batualizad[oa]\b
"""
BYLINE_WORD = r"""
    por
    | de|e
"""
MONTHS = (
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
)
AT_CLOCK = "às"
AGO = r"""
    \bhá\s[0-9]{1,2}\s(?:min|hora|d[ií]a)
"""
MOMENT_WORDS = ("há ",)

# Sources.

SOURCE = "fonte"
ORIGIN_WORDS = ("fonte",)

# Sections below an article.

OTHER_HEADINGS = """
    artigos relacionados | notícias relacionadas | matérias relacionadas
    conteúdo relacionado | posts relacionados
    leia também | leia mais | veja também | veja mais | mais lidas
    você também pode gostar | você pode gostar
    últimas notícias
"""
AUTHOR_HEADINGS = "sobre o autor | sobre a autora"
COMMENT_HEADINGS = """
    comentários | comentário | deixe um comentário | deixe seu comentário
    deixe uma resposta
"""

# Comments.

COMMENT_DAY = "ontem|hoje"
COMMENTER_WORDS = ("ontem", "hoje")
