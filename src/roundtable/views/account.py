"""What a session cost, seat by seat."""

from roundtable.core.budget import Usage
from roundtable.core.state import SessionState
from roundtable.views.figures import count, duration, money


def account_lines(state: SessionState) -> list[str]:
    """A table of tokens, money and time for each seat, with what may have been billed besides."""
    wide = max(len("in all"), *(len(seat.label) for seat in state.seats)) + 2
    lines = [f"{'knight':<{wide}}{'turns':>6}{'in':>9}{'out':>8}{'cost':>10}{'time':>8}"]
    for seat in state.seats:
        turns = [t for t in state.turns.values() if t.seat == seat.name]
        used = sum((t.usage for t in turns), Usage())
        spoken = sum(1 for t in turns if t.status == "done")
        seconds = duration(sum(t.seconds for t in turns))
        lines.append(
            f"{seat.label:<{wide}}{spoken:>6}{count(used.input_tokens):>9}"
            f"{count(used.output_tokens):>8}{money(used.cost_microusd):>10}{seconds:>8}"
        )
    spent = state.spent
    lines.append(
        f"{'in all':<{wide + 6}}{count(spent.input_tokens):>9}{count(spent.output_tokens):>8}"
        f"{money(spent.cost_microusd):>10}{duration(state.active_seconds):>8}"
    )
    broken = sum(t.maybe_billed for t in state.turns.values())
    broken += sum(1 for t in state.turns.values() if t.status == "failed" and t.text)
    if broken:
        worst = money(state.maybe_spent.cost_microusd)
        lines.append(f"{broken} broke off and may have been billed as well, at worst {worst}")
    return lines
