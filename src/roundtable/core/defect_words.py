"""The words by which reviewers name a defect: kinds of defects with their cues, and synonyms.

A cue is a few words that all stand in a claim, in any order and any form. It should be so narrow
that two claims with the same cue about one line are most likely about one defect. `a~b` is a
phrase that stands there letter by letter, and so is every word with a sign in it.
"""

KINDS: dict[str, tuple[str, ...]] = {
    # what an attacker can do
    "sql injection": (
        *("sql injection", "sql concatenate", "sql interpolate", "sql format", "bind parameter"),
        *("query concatenate", "query interpolate", "query format", "parameterise query"),
        *("prepared statement", "parameterise sql"),
    ),
    "shell injection": (
        *("command injection", "shell injection", "shell=true", "shell arbitrary", "os.system"),
        *("shell quote", "shell escape", "arbitrary command"),
    ),
    "code execution": ("arbitrary~code", "eval", "exec arbitrary", "code~injection"),
    "unsafe load": ("pickle", "deserialise", "safe_load", "safeloader", "yaml.load arbitrary"),
    "path traversal": (
        *("path traversal", "directory traversal", "../", "escape directory", "outside directory"),
        *("zip slip",),
    ),
    "xss": (
        *("xss", "cross site scripting", "innerhtml", "escape html", "escape template", "raw html"),
    ),
    "csrf": ("csrf", "cross site request forgery"),
    "ssrf": ("ssrf", "request forgery server", "internal address", "url user server"),
    "xxe": ("xxe", "external entity"),
    "redos": ("redos", "catastrophic", "backtrack", "exponential regular", "nested quantifier"),
    "header injection": ("header injection", "newline header", "crlf", "cr/lf"),
    "formula injection": ("csv injection", "formula spreadsheet", "execute spreadsheet"),
    "open redirect": ("open redirect", "redirect arbitrary"),
    "log injection": ("log injection", "newline log"),
    "decompression bomb": ("decompression bomb", "zip bomb", "pixel limit"),
    "spoofed header": ("x-forwarded-for forge", "x-forwarded-for spoof", "header spoof"),
    # secrets and identity
    "secret in code": (
        *("hardcode secret", "hardcode key", "hardcode password", "hardcode credential"),
        *("hardcode token", "commit secret", "commit password", "plaintext password file"),
        *("password commit",),
    ),
    "secret in log": ("log password", "log secret", "log token", "log credential"),
    "weak hash": ("md5", "sha1", "sha-1", "weak hash", "unsalted", "bcrypt", "argon2"),
    "weak random": ("predictable random", "secrets module", "insecure random", "math.random"),
    "timing": ("timing attack", "constant time", "leak timing", "compare_digest"),
    "certificate": ("verify=false", "tls verify", "certificate verify", "certificate check"),
    "signature": ("signature no check", "signature check", "forge token"),
    "expiry": ("expire check", "expire accept", "expire valid", "exp token"),
    "authorisation": (
        *("authorise", "ownership", "belong user", "access control", "permission check", "idor"),
        *("any~logged-in", "any~user", "privilege escalation"),
    ),
    "authentication": ("unauthenticated", "no authentication"),
    "rate limit": ("no rate limit", "brute force", "no throttle"),
    "fixation": ("session fixation",),
    "too many rights": ("write-all", "grant permission", "least privilege", "permission rights"),
    "root": ("run root", "user instruction"),
    "public": ("world readable", "public-read", "bucket public", "public bucket"),
    "open port": ("0.0.0.0/0", "open internet", "reach internet"),
    "token storage": ("localstorage script", "localstorage xss", "localstorage httponly"),
    "mass assignment": ("mass assignment", "strong parameter", "admin set params"),
    "personal data": ("personal data", "passport", "pii", "sensitive data response"),
    "inner details": ("internal detail", "stack trace response", "raw exception", "message sql"),
    "old tls": ("old tls", "tlsv1", "tls~1.0", "ssl_protocols"),
    "known hole": ("known vulnerability", "known security", "cve", "vulnerable version"),
    "cors": ("cors wildcard", "cors origin", "access-control-allow-origin"),
    "debug mode": ("debug=true", "debug mode", "debug enabled"),
    "file mode": ("0777", "chmod", "world writable", "file permission"),
    "temporary name": ("mktemp", "predictable temporary", "symlink attack"),
    "jwt algorithm": ("alg none", "algorithm none", "jwt algorithm"),
    "cookie flags": ("cookie httponly", "cookie samesite"),
    "password rule": ("password length", "password complexity"),
    # many at once
    "race": (
        *("race", "thread safe", "toctou", "no synchronise", "no lock", "no mutex"),
        *("concurrent write", "concurrent access", "lost update", "goroutine synchronise"),
        *(
            "another process between",
            "between `",
        ),
    ),
    "late response": ("earlier response", "old response", "previous fetch", "response newer"),
    "deadlock": ("deadlock", "lock order"),
    "lock kept": ("lock release", "unlock", "lock stale", "lock remove crash", "stale lock"),
    "half write": ("write half", "write truncate", "write atomic", "atomic rename"),
    "blocked loop": ("block event loop", "block coroutine", "sleep coroutine"),
    "stuck goroutine": ("goroutine leak", "goroutine block", "channel block"),
    "captured variable": ("loop variable capture", "closure capture", "capture goroutine"),
    "changed in iteration": (
        *("iterate modify", "iterate remove", "changed~size", "loop~over remove", "iterate change"),
    ),
    "spurious wakeup": ("spurious",),
    "interrupt": ("interruptedexception",),
    "cancellation": ("context cancel", "context.background", "cancel reach"),
    "idempotency": ("idempotent", "retry duplicate", "retry twice"),
    "not awaited": ("await", "unhandled rejection", "promise lost"),
    "lost task": ("create_task garbage", "task reference", "task garbage"),
    "early ack": ("acknowledge process", "ack first", "acking~first", "acknowledged~before"),
    "double submit": ("double submit", "double click", "submit twice"),
    "main thread": ("main thread", "ui thread"),
    "one after another": ("await loop sequential", "sequential await", "promise.all"),
    "zombie": ("zombie", "child process wait", "orphan process"),
    "signal": ("signal handler", "sigterm"),
    "stale cache": ("stale cache", "cache invalidate", "cache no update"),
    # resources
    "leak": (
        *("connection close", "handle leak", "connection leak", "resource leak", "close leak"),
        *("file close", "context manager", "stream close", "body.close", "socket close"),
        *("descriptor leak", "try-with-resources", "file leak"),
    ),
    "listener": ("listener remove", "listener cleanup", "listener leak", "subscription cleanup"),
    "growth": ("memory leak", "no evict", "grow bound", "grow forever", "cache unbounded"),
    "size": ("size limit", "maximum size", "read memory whole", "exhaust memory read"),
    "resource limit": ("memory limit container", "resource limit", "memory limit pod"),
    "timeout": (*("no timeout", "timeout hang", "timeout forever", "hang forever"),),
    "backoff": ("backoff", "retry delay", "retry immediately"),
    "endless retry": ("retry forever", "maximum attempt"),
    "endless loop": ("infinite loop", "loop forever", "loop no terminate", "loop no end"),
    "query in loop": (
        "n+1",
        "query inside loop",
        "query loop",
        "query~per",
        "query~for~each",
        "own~query",
    ),
    "quadratic": ("quadratic", "o(n^2)", "o(n²)", "membership list", "o(n2)"),
    "index": ("need index", "no index", "table scan"),
    "retain cycle": ("retain cycle", "weak~self", "strong reference cycle"),
    "slow strings": ("string concatenate loop", "stringbuilder", "+= loop"),
    "slow commits": ("committing~after~each", "commit row batch", "transaction~per~row"),
    "recomputed": ("recompute", "rebuilt request", "computed~again", "compile loop"),
    "connection reuse": ("connection pool", "connection~for~each", "reuse connection"),
    # memory and numbers
    "null": (
        *("nullpointerexception", "npe", "null dereference", "null throw", "nil panic"),
        *("null return", "undefined throw", "none attributeerror"),
    ),
    "nil map": ("nil map",),
    "zero division": ("divide zero", "zerodivisionerror", "division zero"),
    "off by one": ("off-by-one", "off~by~one", "stop early", "too~early", "fencepost"),
    "out of range": ("out~of~range", "out~of~bounds", "indexerror", "outofbounds"),
    "buffer overflow": ("buffer overflow", "strcpy", "overflow fixed buffer"),
    "overflow": ("integer overflow", "overflow int", "wraps~around", "overflow usize"),
    "use after free": (
        "use~after~free",
        "use-after-free",
        "after~it~was~freed",
        "freed~and~then~used",
    ),
    "double free": ("double~free", "freed twice"),
    "uninitialised": ("uninitialised",),
    "unchecked allocation": ("malloc null", "malloc check"),
    "float money": ("float money", "double cent", "double money", "bigdecimal", "float amount"),
    "half even": ("banker rounding", "half~to~even"),
    "float decimal": ("decimal float",),
    "character boundary": ("char boundary", "split utf-8", "utf-8 character panic"),
    "unwrap": ("unwrap",),
    "dangling": ("dangling reference", "reference local return", "dangling pointer"),
    "virtual destructor": ("virtual destructor",),
    "signedness": ("signed unsigned",),
    "float equality": ("float equality", "float compare ==", "floating equality"),
    "sign": ("become negative", "go negative", "below zero"),
    "unit": ("millisecond second", "wrong unit", "unit mismatch"),
    "recursion": ("recursion depth", "stack overflow", "recursionerror"),
    # errors
    "swallowed": (
        *(
            "swallow",
            "bare except",
            "catch-all",
            "catch~all",
            "except hide",
            "error ignore",
            "err discard",
        ),
        *("exception ignore", "error discard", "err ignore", "catch ignore"),
    ),
    "failed response": ("response.ok", "status ignore", "status success", "500 success"),
    "exit status": ("exit status", "exit~code", "return~code"),
    "rollback": ("rollback", "roll~back", "rolled~back"),
    "cut error": ("traceback", "stack trace log"),
    "shell goes on": ("set~-e", "pipefail"),
    "unquoted variable": ("variable unquoted", "unquoted expansion", "quote space"),
    "lost cause": ("raise~from", "lose cause", "original exception lost"),
    "broad except": ("broad except", "except~exception", "too~broad"),
    "skipped rows": ("row skip", "row silently", "row ignore"),
    # language and framework
    "mutable default": ("mutable default", "default shared call"),
    "naive time": ("naive aware", "naive datetime", "timezone naive"),
    "stale effect": ("dependency effect", "dependency useeffect", "stale closure"),
    "list key": ("index key", "key reorder"),
    "state mutation": ("mutate state", "state mutate", "mutate place"),
    "loose equality": ("loose equality", "strict equality", "==="),
    "radix": ("radix",),
    "focus": ("focus trap", "focus leave"),
    "encoding": ("no encoding", "encoding locale"),
    "pinning": ("no pin", "pin tag", "latest reproducible"),
    "not null column": ("no null column", "no null default", "no null row"),
    "row order": ("order~by", "arbitrary order"),
    "no row limit": ("no limit query", "query load complete", "query load whole"),
    "readiness": ("readiness traffic", "readinessprobe", "no readiness"),
    "plain cookie": ("cookie secure",),
    "async void": ("async void",),
    "local time": ("local~time", "utc timestamp", "utcnow"),
    "clock change": ("daylight", "dst", "clocks~change"),
    "byte order mark": ("byte~order~mark", "bom", "utf-8-sig"),
    "letter case": ("case mismatch", "lowercase", "case sensitive", "case insensitive"),
    "unstable order": ("no deterministic", "order differ run", "unstable sort"),
    "uniqueness": ("unique constraint", "no unique"),
    "fall through": ("fall through", "fallthrough", "missing~break"),
    "unreachable": ("unreachable",),
    "shadowing": ("shadow",),
    "import cycle": ("circular import", "import cycle"),
    "wildcard import": ("wildcard import", "import~*"),
    "assignment": ("assignment condition",),
    "missing return": ("no return", "returns~none path"),
    "label": ("label input", "aria-label", "accessible name", "alt text", "screen reader"),
    "lock file": ("lockfile", "lock~file build", "lock~file reproducible"),
    "ignored files": (".dockerignore", "copy~.~."),
    "restart": ("restart policy",),
    "health": ("healthcheck", "liveness"),
    "mail too early": ("mail commit", "mail~is~sent~before"),
    "leaked test data": ("data leak test", "data leakage", "fit test"),
    "seed": ("random seed", "no seed"),
    # tests and upkeep
    "no assertion": ("assert nothing", "no assertion"),
    "network test": ("test network", "test live", "test real service"),
    "flaky": ("flaky",),
    "test order": ("test order run", "test order depend"),
    "undocumented": ("undocumented", "docstring", "no document"),
    "unused": ("unused", "dead~code", "never~used", "never~called"),
    "typo": ("typo", "misspelt", "misspelled", "spelling"),
    "copied code": ("duplicate~code", "duplicated~code", "copy paste", "duplicated logic"),
    "magic number": ("magic number",),
    "left over": ("todo", "debug print", "commented-out", "console.log"),
    "misleading name": ("misleading name", "name mislead", "unclear name"),
    "complexity": ("too~long function", "too~complex", "cyclomatic"),
}

SYNONYMS = (
    "remove delete drop clear erase",
    "directory folder",
    "function method procedure",
    "parameter argument param arg",
    "exception error err",
    "raise throw",
    "final last",
    "fetch download retrieve get",
    "forever indefinitely endlessly",
    "twice duplicate double",
    "sanitise escape",
    "hardcode hardcoded",
    "plaintext clear-text cleartext",
    "large huge big long",
    "crash die killed",
    "blank empty",
    "begin start",
    "response reply answer",
    "immediately instantly",
    "check verify validate",
    "leak dangling",
    "ignore disregard discard",
    "release free",
    "many several multiple",
    "unlimited unbounded",
    "join concatenate",
    "simultaneous concurrent parallel",
    "user client caller",
    "malformed invalid bad",
    "network internet",
    "wrong incorrect",
)
"""Words that reviewers use for one another, by their first."""

COMMON = """
file user request response data test error return name value call server function time list code
input output string number object class variable key type page message field result client query
table item order image check read write set add run open use handle process fail
"""
"""Words that say little: they stand in many claims."""

EMPTY = """
a an the this that these those it its there here is are was were be been being am do does did has
have had having can could may might must shall should will would of in on at to from for with by as
and or but if so than then when while which who whom whose what where how why not no nor never
without missing lacks lack neither because since into onto over under after before during instead
rather very also only just too even still any some each every all both one etc use uses used using
make makes let lets lead leads via per due code line lines potential possible possibly likely bug
issue problem
der die das ein eine einen einem einer und oder ist sind wird werden nicht kein keine keinen nach
mit von zu im den dem des auf für
le la les un une et ou est sont pas ne du de au
el los las una y o es son se que con para por en al del si
"""
"""Words that say nothing by themselves."""

DENIALS = "not no never nor without missing lacks lack lacking neither cannot"
