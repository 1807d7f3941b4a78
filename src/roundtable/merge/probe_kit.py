"""The part of a probe that runs where the candidates run: text that is put into a test file."""

from typing import Final

KIT: Final = '''
import contextlib, io, json, os, random, signal, sys, tempfile, unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BUSY_LIMIT, LIMIT = 0.5, 2.0
MOST_LATE = 4
_places, _known, _late = {}, {}, {}


class Late(BaseException):
    pass


def _ring(*_):
    raise Late


def plain(value, depth=0):
    """A value as text that is the same wherever the value is."""
    if value is None or isinstance(value, (bool, int, str, bytes)):
        return repr(value)
    if isinstance(value, float):
        return repr(float("%.9g" % value))
    if depth > 6:
        return type(value).__name__
    if isinstance(value, dict):
        pairs = (plain(k, depth + 1) + ": " + plain(v, depth + 1) for k, v in value.items())
        return "{" + ", ".join(sorted(pairs)) + "}"
    if isinstance(value, (set, frozenset)):
        return "set(" + ", ".join(sorted(plain(item, depth + 1) for item in value)) + ")"
    if isinstance(value, (list, tuple)):
        return type(value).__name__ + "(" + ", ".join(plain(v, depth + 1) for v in value) + ")"
    inner = getattr(value, "__dict__", None)
    if isinstance(inner, dict) and not callable(value):
        return type(value).__name__ + plain(inner, depth + 1)
    return type(value).__name__


class Tried:
    """Stands where a test expects an error; tells which one came."""

    def __init__(self, told):
        self.told, self.exception = told, None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, frames):
        if kind is not None and not issubclass(kind, Exception):
            return False
        self.exception = self.value = error
        self.told.append("raises " + (kind.__name__ if kind else "nothing"))
        return True


def _place(who):
    """The folder of a candidate; that of the tree under test is our own."""
    if who is None:
        return HERE
    if who not in _places:
        _places[who] = tempfile.mkdtemp()
        for path, text in CANDIDATES[who].items():
            target = os.path.join(_places[who], path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8", errors="replace") as file:
                file.write(text)
    return _places[who]


@contextlib.contextmanager
def _alone(place):
    """Modules, paths, output and files of one run, apart from those of all others."""
    roots = (HERE + os.sep, tempfile.gettempdir() + os.sep)
    aside = {
        name: module
        for name, module in list(sys.modules.items())
        if name not in (__name__, "__main__")
        and (getattr(module, "__file__", None) or "").startswith(roots)
    }
    for name in aside:
        del sys.modules[name]
    before, path, folder = set(sys.modules), list(sys.path), os.getcwd()
    with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stdout(io.StringIO()):
        with contextlib.redirect_stderr(io.StringIO()):
            os.chdir(empty)
            sys.path[:0] = [place, os.path.join(place, "src")]
            try:
                yield
            finally:
                os.chdir(folder)
                sys.path[:] = path
                for name in set(sys.modules) - before:
                    if (getattr(sys.modules[name], "__file__", None) or "").startswith(roots):
                        del sys.modules[name]
                sys.modules.update(aside)


def _made(shared, group, steps, told):
    def seen(*values):
        told.extend(plain(value) for value in values)

    def tried(call=None):
        if call is None:
            return Tried(told)
        with Tried(told):
            seen(call())

    names = {"__name__": "probe", "_seen": seen, "_tried": tried}
    exec(compile(shared, "shared", "exec"), names)
    exec(compile(steps, "steps", "exec"), names)
    if not group:
        return names["probe"]()
    case = names[group]()
    getattr(case, "setUp", lambda: None)()
    try:
        names["probe"](case)
    finally:
        getattr(case, "tearDown", lambda: None)()


def outcome(who, number):
    """What a candidate lets see in a probe; None when it does not come to a regular end."""
    key = (who, number)
    if key not in _known:
        _known[key] = None if _late.get(who, 0) >= MOST_LATE else _outcome(who, PROBES[number])
    return _known[key]


def _outcome(who, probe):
    told = []
    with _alone(_place(who)):
        random.seed(0)
        # Of the processor's time, which a busy machine does not use up; and for one who sleeps.
        signal.signal(signal.SIGPROF, _ring)
        signal.signal(signal.SIGALRM, _ring)
        signal.setitimer(signal.ITIMER_PROF, BUSY_LIMIT)
        signal.setitimer(signal.ITIMER_REAL, LIMIT)
        try:
            _made(SHARED[probe[0]], probe[1], probe[2], told)
            return told
        except Late:
            _late[who] = _late.get(who, 0) + 1
        except BaseException:
            pass
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)
    return None
'''
