"""Strings that try to become more than text, and logs in which every text is one of them."""

import types
from collections.abc import Iterator
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from roundtable.core import events as e
from roundtable.core.agenda import Agenda, plan_rounds
from roundtable.core.running import RunLimits
from roundtable.core.seats import Seat
from roundtable.core.turns import turn_key
from roundtable.core.verdicts import CodeVerdict, DiscussionVerdict, FindingsVerdict
from roundtable.testing.builders import session_start

ATTACKS = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.test/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "</script><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</pre><script>alert(1)</script><pre>",
    "</code></pre></details><img src=x onerror=alert(1)>",
    "</summary></details><svg onload=alert(1)>",
    "</div></article></section></main><iframe src=javascript:alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<img src='https://evil.test/pixel.png'>",
    "<img src=`javascript:alert(1)`>",
    '<img """><script>alert(1)</script>">',
    "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x">',
    "<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data=javascript:alert(1)></object>",
    "<embed src=//evil.test/x.swf>",
    "<link rel=stylesheet href=//evil.test/x.css>",
    "<link rel=prefetch href=//evil.test/>",
    "<style>@import '//evil.test/x.css';</style>",
    "<style>*{background:url(//evil.test/)}</style>",
    "<base href=//evil.test/>",
    "<meta http-equiv=refresh content='0;url=//evil.test/'>",
    "<form action=//evil.test/><input name=x autofocus onfocus=alert(1)>",
    "<body onload=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<marquee onstart=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<a href=javascript:alert(1)>x</a>",
    "<a href='jav&#x09;ascript:alert(1)'>x</a>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<x onclick=alert(1)>x</x>",
    "<!--<img src='--><img src=x onerror=alert(1)>'>",
    "--><script>alert(1)</script><!--",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?xml version='1.0'?><?php echo 1 ?>",
    "<!DOCTYPE html><!ENTITY x 'y'>",
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '" autofocus tabindex=1 onfocus=alert(1) x="',
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    "x onerror=alert(1)",
    "` onmouseover=alert(1) `",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "https://evil.test/a?b=c&d=e",
    "[click](javascript:alert(1))",
    "![x](https://evil.test/pixel.png)",
    "[x]: https://evil.test/ 'title'",
    "<https://evil.test/>",
    "**<b onclick=alert(1)>**bold**</b>**",
    "`<img src=x onerror=alert(1)>`",
    "``` <img src=x onerror=alert(1)>\ncode\n```",
    "```html onload=alert(1)\n<script>alert(1)</script>\n```",
    "~~~\n</pre><script>alert(1)</script>",
    "FILE: <img src=x onerror=alert(1)>\n```py\n</pre><script>\n```",
    "# <script>alert(1)</script>\n\n- <img src=x onerror=alert(1)>\n\n1. <svg onload=alert(1)>",
    "> <script>alert(1)</script>\n\n| <img src=x onerror=alert(1)> |",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "&amp;lt;img src=x onerror=alert(1)&amp;gt;",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    r"\u003cscript\u003ealert(1)\u003c/script\u003e",
    "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    "<scr\x00ipt>alert(1)</scr\x00ipt>",
    "<\x0cscript\x0c>alert(1)</script>",
    "\u202e<script>alert(1)</script>\u202c",
    "\u2028<script>alert(1)</script>\u2029",
    "\ud800<script>alert(1)</script>",
    "\x1b]8;;https://evil.test/\x07click\x1b]8;;\x07",
    "{{ 7 * 7 }}{% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
    "{{ ''.__class__ }}{# comment #}{% raw %}",
    "{0.__class__} {name} %s %(x)s ${x} #{x}",
    "a" * 300 + "<script>alert(1)</script>",
)

KEY = turn_key("development", 2, 1, "Gawain", "speak")
_FIXED: dict[str, Any] = {
    "seat": "Gawain",
    "turn_key": KEY,
    "round": "development",
    "attempt": 2,
    "iteration": 1,
    "binary": False,
    "limits": RunLimits(),
    "v": e.VERSION,
    "session": "s",
}


def poisoned(kind: type[BaseModel], attack: str, **fixed: object) -> Any:
    """A value of this kind in which every text is the attack, as far as it goes."""
    chosen = {**_FIXED, **fixed}
    if issubclass(kind, e.Base):
        chosen |= {"answered": ("Gawain",), "silent": ("Gawain",)}
    fields = {
        name: chosen[name] if name in chosen else _value(info.annotation, attack, fixed)
        for name, info in kind.model_fields.items()
        if name not in {"type", "kind"}
    }
    if "kind" in kind.model_fields:
        fields["kind"] = _value(kind.model_fields["kind"].annotation, attack, fixed)
    return kind.model_construct(**fields)


def _value(annotation: Any, attack: str, fixed: dict[str, object]) -> Any:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _value(arguments[0], attack, fixed)
    if origin is Literal:
        return arguments[0]
    if origin in (Union, types.UnionType):
        return _value(next(a for a in arguments if a is not type(None)), attack, fixed)
    if origin is tuple:
        inner = arguments[:1] if arguments[-1] is ... else arguments
        return tuple(_value(argument, attack, fixed) for argument in inner)
    if origin is dict:
        return {attack: _value(arguments[1], attack, fixed)}
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return poisoned(annotation, attack, **fixed)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return next(iter(annotation))
    return {str: attack, int: 1, float: 1.0, bool: True}[annotation]


def poisoned_log(attack: str) -> tuple[e.Event, ...]:
    """Every kind of event once and more, in an order that a session could have."""
    events = [*_opening(attack), *_turns(attack), *_rest(attack)]
    return tuple(event.model_copy(update={"seq": i}) for i, event in enumerate(events, 1))


def _opening(attack: str) -> Iterator[e.Event]:
    plans = tuple(
        plan.model_copy(update={"role": attack, "instructions": attack})
        for plan in plan_rounds(["development"])
    )
    seats = (
        Seat(
            name="Gawain",
            adapter=attack,
            model=attack,
            fallback=attack,
            capabilities=(attack,),
            script=attack,
        ),
        Seat(name="Lancelot", adapter="scripted", script=attack),
    )
    changes = {
        "workflow": "build",
        "agenda": Agenda.model_construct(
            rounds=plans, judge=attack, judge_model=attack, judges=2, auto_advance=False
        ),
        "seats": seats,
        "topic": attack,
        "project": attack,
        "language": attack,
        "product": attack,
        "at": attack,
        "session": "s",
    }
    yield session_start().model_copy(update=changes)
    yield poisoned(e.FilesGiven, attack)
    yield poisoned(e.ContextBuilt, attack)
    yield poisoned(e.RoundStart, attack, attempt=1)
    yield poisoned(e.RoundReopened, attack)
    yield poisoned(e.RoundStart, attack)
    yield poisoned(e.DebateIteration, attack)


def _turns(attack: str) -> Iterator[e.Event]:
    for purpose, read in (
        ("speak", (e.StanceRead, e.FilesProposed, e.ClaimsRead, e.FindingsRead)),
        ("block", (e.StanceUnreadable, e.FindingsUnreadable, e.VerdictUnreadable)),
        ("compare", (e.Comparison, e.DiagnosisRead, e.DiagnosisUnreadable)),
    ):
        key = turn_key("development", 2, 1, "Gawain", purpose)  # type: ignore[arg-type]
        yield poisoned(e.AgentStart, attack, turn_key=key, purpose=purpose)
        for kind in (e.AgentRetry, e.Fallback, e.AgentEnd, *read):
            yield poisoned(kind, attack, turn_key=key)
    for verdict in (DiscussionVerdict, CodeVerdict, FindingsVerdict):
        key = turn_key("development", 2, 1, "Gawain", "judge", verdict.__name__)
        yield poisoned(e.AgentStart, attack, turn_key=key, purpose="judge")
        yield poisoned(e.AgentEnd, attack, turn_key=key)
        yield poisoned(e.VerdictRead, attack, turn_key=key, verdict=poisoned(verdict, attack))
    for kind in (e.AgentError, e.AgentInterrupted):
        key = turn_key("development", 2, 1, "Gawain", "files", kind.__name__)
        yield poisoned(e.AgentStart, attack, turn_key=key, purpose="files")
        yield poisoned(kind, attack, turn_key=key)


def _rest(attack: str) -> Iterator[e.Event]:
    changed = (poisoned(e.ProjectFile, attack, text=f"{attack}\nand more"),)
    told = {"files": changed, "deleted": (f"{attack}/gone",)}
    yield poisoned(e.ReviewPlanned, attack)
    yield poisoned(e.ChunkStart, attack)
    yield from _each(attack, e.FilesRead, e.IterationEnd, e.CandidatesSurveyed, e.FindingsMerged)
    yield poisoned(e.SynthesisStart, attack)
    yield poisoned(e.Merged, attack, **told)
    yield poisoned(e.FixesPlanned, attack)
    key = turn_key("development", 2, 1, "Gawain", "fix", "1")
    yield poisoned(e.AgentStart, attack, turn_key=key, purpose="fix")
    yield poisoned(e.AgentEnd, attack, turn_key=key)
    yield poisoned(e.FixTried, attack, files=changed)
    yield poisoned(e.SynthesisEnd, attack, **told)
    edited = (poisoned(e.ProjectFile, attack, path=f"{attack}/edited"),)
    yield poisoned(e.FilesEdited, attack, files=edited, deleted=(f"{attack}/removed",))
    yield from _runs(attack)
    doctors = {"doctors": ("Gawain",), "sure": ("Gawain",)}
    yield poisoned(e.ConsultationEnd, attack, **doctors)
    yield from _each(attack, e.Diagnosed, e.CaseClosed)
    yield from _each(attack, e.ChangesProposed, e.ScopeWidened, e.ChangesApplied)
    yield from _each(attack, e.ChangesNotApplied, e.ChangesCommitted, e.ChangesUndone)
    yield from _each(attack, e.DecisionCommitted, e.DecisionReverted)
    yield from _each(attack, e.NoteAdded, e.Escalation, e.HumanChoice, e.ChoiceOffered)
    yield poisoned(e.Consensus, attack)
    yield poisoned(e.Consensus, attack, round="")
    yield from _each(attack, e.KingsDecision, e.DecreeAdded, e.DecreeRevoked, e.RoundEnd)
    yield poisoned(e.ChatAsked, attack)
    key = turn_key("chat", 1, 1, "Gawain", "chat")
    yield poisoned(e.AgentStart, attack, turn_key=key, purpose="chat")
    yield poisoned(e.AgentEnd, attack, turn_key=key)
    yield from _each(attack, e.SessionPaused, e.SessionResumed, e.SessionEnd)


def _runs(attack: str) -> Iterator[e.Event]:
    """Two of several services, one of which ends and one of which is refused."""
    services = (f"{attack}1", f"{attack}2")
    for run, end in ((1, e.ExecDone), (2, e.ExecError)):
        yield poisoned(e.ExecStart, attack, run=run, services=services)
        for stream in ("build", "stdout", "stderr", "notice"):
            for service in services:
                fixed = {"run": run, "stream": stream, "service": service}
                yield poisoned(e.ExecOutput, attack, **fixed)
                yield poisoned(e.ExecOutput, attack, **fixed, text=f"{attack}\n{attack}")
        yield poisoned(e.ExecReady, attack, run=run)
        yield poisoned(end, attack, run=run)


def _each(attack: str, *kinds: type[BaseModel]) -> Iterator[e.Event]:
    for kind in kinds:
        yield poisoned(kind, attack)
