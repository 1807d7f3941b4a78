"""The words of root-cause keys: which say nothing, which mean the same, which contradict.

Every table is a text of words, so that it can be read and added to without knowing the code.
"""

NOTHING = """
unknown unknowable undetermined undeterminable unidentified unspecified unclear unsure unexplained
uncertain inconclusive indeterminate none null nil nothing na n a tbd tba todo wip pending maybe
guess idea clue sure known certain determined determine identified found diagnosed clear say tell
insufficient information info evidence enough more needed need needs required further investigation
investigate
unbekannt unklar keine kein nichts offen ungeklärt bekannt
inconnu inconnue aucun aucune rien indéterminé indéterminée
desconocido desconocida ninguno ninguna nada indeterminado indeterminada
sconosciuto sconosciuta nessuno nessuna niente ignoto ignota
desconhecido desconhecida nenhum nenhuma
onbekend onduidelijk geen niets okänd ukjent ukendt tuntematon
nieznany nieznana nieznane brak neznámý neznámá neznámé ismeretlen necunoscut
неизвестно неизвестна неизвестен неизвестная нет неясно невідомо невідома ні неясна
bilinmiyor bilinmeyen yok άγνωστο άγνωστη
未知 不明 不详 不詳 未定 无 無 没有 沒有 待定 不清楚 原因不明 未確定
なし わからない 알수없음 미상 없음 미정 불명
مجهول
"""
"""Words of somebody who does not know. "n/a" arrives as two letters."""

IDLE = """
a an the this that is are was were be been being it its in on at of for to from by with as into
onto within inside between around during when while if and or via per due because since has have
had having does do did gets got use uses used using usage happens occurs leads there where
error errors err bug bugs issue issues problem problems failure failures fail fails failed failing
exception exceptions fault defect cause causes caused root
not no yet never cannot can could
ursache fehler grund problème erreur causa motivo problema oorzaak fout przyczyna błąd причина
"""
"""Words that tell no cause from another; alone, or with the words above, they say nothing."""

NOTHING_AT_ALL = """
what-is-wrong-and-where insufficient-data not-enough-data need-more-data needs-more-data
more-data-needed root-cause-key kebab-case-key kebab-case your-key-here short-kebab-case-key key
name string text word test example sample dummy placeholder xxx foo bar foo-bar
"""
"""Whole keys; the first is the one that our own prompt shows as a form to be filled in."""

DENIALS = """
not never non isnt arent doesnt didnt dont wasnt cannot cant wont
nicht nie niemals kein keine keinen ohne fehlt fehlend fehlende pas jamais sans manque manquant
nunca falta faltante senza manca mancante não nao sem niet geen nooit zonder ontbreekt bez не без
"""
"""They deny the word that follows. Keys are asked for in English; some come otherwise."""
LACKING = """
missing no without lacks lack lacking absent unset omitted omits forgotten forgets ignores ignored
"""
"""They say that something is not there: what follows, or what stands before where nothing does."""
PRESENCE = """
set defined installed found present provided given exist exists existing available there specified
"""
"""Denied, these say no more than that something is missing."""

PHRASES = """
off by one = off-by-one
race condition = race
data race = race
env var = envvar
env variable = envvar
environment var = envvar
environment variable = envvar
division by zero = zero-division
divide by zero = zero-division
divides by zero = zero-division
divided by zero = zero-division
zero division = zero-division
out of range = out-of-range
out of bounds = out-of-range
out of memory = out-of-memory
null pointer = null
nil pointer = null
null reference = null
instead of = instead
message queue = mq
web socket = websocket
time zone = timezone
time out = timeout
floating point = float
back end = backend
front end = frontend
dead lock = deadlock
utf 8 = utf8
"""

SYNONYMS = """
auth authentication authenticate authenticated authn
authz authorization authorisation authorize authorise authorized authorised
db database databases
null none nil undefined
connection conn conns connections
config configuration configurations cfg conf
env environment
var variable vars variables
param params parameter parameters arg args argument arguments
init initialization initialisation initialize initialise initialized initialised initializing
int integer ints integers
float floats
string str strings
message msg messages msgs
request req requests
response resp responses
permission perm perms permissions
dependency dep deps dependencies
certificate cert certs certificates
directory dir folder directories folders
repository repo repositories repos
function func fn functions
object obj objects
address addr addresses
timezone tz timezones
kubernetes k8s
postgres pg postgresql
javascript js
wrong incorrect incorrectly wrongly erroneous bad
duplicate duplicated duplicates double twice
expired expire expires expiry expiration
mismatch mismatched mismatches mismatching
infinite endless
typo misspelled misspelt misspelling
async asynchronous
sync synchronous
"""
"""One meaning a line, by its first word."""

UNCLOSED = "close release free"
"""Denied, these are a leak."""

OPPOSITES = """
read write; client server; frontend backend; before after; first last; left right; upper lower
encode decode; start stop; begin end; open close; lock unlock; get set; add remove; insert delete
push pull; upload download; request response; sender recipient; sender receiver; source target
source destination; input output; import export; increase decrease; increment decrement
local remote; local utc; public private; sync async; parent child; enable disable; on off
ascend descend; min max; minimum maximum; inbound outbound; ingress egress; hit miss; parse format
leading trailing; early late; inclusive exclusive; head tail; old new; dev production
staging production; horizontal vertical; signed unsigned; acquire release; subscribe unsubscribe
mount unmount; commit rollback; serialize deserialize; encrypt decrypt; compress decompress
send receive; producer consumer; publish subscribe; load store; create destroy; login logout
previous next; row column; true false; allow deny; accept reject; success failure; up down
"""
"""A word that has one of these never stands in one key alone of two that mean one cause."""

RELATIONS = """
before after instead than overwrite override shadow replace precede follow
"""
"""With one of these, who comes first matters."""

DEFECTS = """
missing duplicate null wrong invalid malformed corrupt leak race deadlock timeout overflow underflow
mismatch inverted reversed denied refused rejected conflict crash unreachable injection violation
infinite exhausted unsupported truncated off-by-one zero-division out-of-range out-of-memory stale
expired outdated unexpected blocked lost typo circular recursive hardcoded
"""
"""What is wrong, as against where."""
STATES = "stale expired outdated old"
"""Said beside what else is wrong, these add nothing that tells two causes apart."""
