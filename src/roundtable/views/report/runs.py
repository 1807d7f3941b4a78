"""The runs of a session in the report: all that one of them wrote is one log to unfold."""

from dataclasses import dataclass, field

from roundtable.core import events as e
from roundtable.core.running import Stream
from roundtable.views.run_sentences import OutputLine, RunText

MOST_CHARACTERS = 120_000
"""Of one log; what is more is left out of its middle, and that is said."""


@dataclass(slots=True)
class RunLog:
    """What a run has written, in the order in which it came."""

    text: RunText
    lines: list[OutputLine] = field(default_factory=list)

    def see(self, event: e.Event) -> None:
        self.lines += self.text.see(event)

    @property
    def number(self) -> int:
        return len(self.lines)

    def count(self, stream: Stream) -> int:
        return sum(line.stream == stream for line in self.lines)

    def __str__(self) -> str:
        whole = "\n".join(map(str, self.lines))
        if len(whole) <= MOST_CHARACTERS:
            return whole
        half = MOST_CHARACTERS // 2
        gone = len(whole) - 2 * half
        note = f"… {gone:,} characters are left out here; the record has them …"
        return f"{whole[:half]}\n{note}\n{whole[-half:]}"


class RunLogs:
    """The logs of all runs, each begun with its run's first word."""

    def __init__(self) -> None:
        self._logs: dict[int, RunLog] = {}
        self._services: dict[int, tuple[str, ...]] = {}

    def see(self, event: e.Event) -> RunLog | None:
        """Takes the event in; the log where it has just begun."""
        match event:
            case e.ExecStart():
                self._services[event.run] = event.services
                return None
            case e.ExecOutput():
                known = self._logs.get(event.run)
                log = known or RunLog(RunText(self._services.get(event.run, ())))
                self._logs[event.run] = log
                log.see(event)
                return None if known else log
            case e.ExecDone() | e.ExecError():
                if event.run in self._logs:
                    self._logs[event.run].see(event)
                return None
            case _:
                return None
