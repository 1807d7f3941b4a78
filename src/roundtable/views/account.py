"""What a session cost, seat by seat and round by round, and what each seat added that stayed."""

from roundtable.core.accounts import Account, RoundAccount, account
from roundtable.core.state import SessionState
from roundtable.merge.changed import edited_units
from roundtable.views.figures import count, duration, money, plural


def account_lines(state: SessionState) -> list[str]:
    """Tables of tokens, money and time, with what may have been billed besides."""
    found = account(state, edited_units)
    lines = _seat_lines(state, found)
    if found.rounds:
        lines += ["", *_round_lines(found), *_uplift_lines(state, found)]
    broken = sum(t.maybe_billed for t in state.turns.values())
    broken += sum(1 for t in state.turns.values() if t.status == "failed" and t.text)
    if broken:
        worst = money(state.maybe_spent.cost_microusd)
        lines.append(f"{broken} broke off and may have been billed as well, at worst {worst}")
    return lines


def _seat_lines(state: SessionState, found: Account) -> list[str]:
    labels = {seat.name: seat.label for seat in state.seats}
    wide = max(len("in all"), *(len(label) for label in labels.values())) + 2
    build = bool(found.rounds)
    more = f"{'units':>7}{'won':>5}{'conceded':>10}" if build else ""
    lines = [f"{'knight':<{wide}}{'turns':>6}{'in':>9}{'out':>8}{'cost':>10}{'time':>8}{more}"]
    for seat in found.seats:
        kept = f"{seat.units:>7}{seat.claims_won:>5}{seat.claims_conceded:>10}" if build else ""
        lines.append(
            f"{labels[seat.seat]:<{wide}}{seat.turns:>6}{count(seat.used.input_tokens):>9}"
            f"{count(seat.used.output_tokens):>8}{money(seat.used.cost_microusd):>10}"
            f"{duration(seat.seconds):>8}{kept}"
        )
    spent = found.spent
    lines.append(
        f"{'in all':<{wide + 6}}{count(spent.input_tokens):>9}{count(spent.output_tokens):>8}"
        f"{money(spent.cost_microusd):>10}{duration(state.active_seconds):>8}"
    )
    lines += [
        f"{labels[seat.seat]} gave in {plural(seat.yielded, 'time')} without naming new evidence"
        for seat in found.seats
        if seat.yielded
    ]
    return lines


def _round_lines(found: Account) -> list[str]:
    names = [_round_name(held) for held in found.rounds]
    wide = max(len("round"), *map(len, names)) + 2
    lines = [f"{'round':<{wide}}{'turns':>6}{'in':>9}{'out':>8}{'cost':>10}{'time':>8}"]
    lines += [
        f"{name:<{wide}}{held.turns:>6}{count(held.used.input_tokens):>9}"
        f"{count(held.used.output_tokens):>8}{money(held.used.cost_microusd):>10}"
        f"{duration(held.seconds):>8}"
        for name, held in zip(names, found.rounds, strict=True)
    ]
    return lines


def _round_name(held: RoundAccount) -> str:
    again = f", attempt {held.attempt}" if held.attempt > 1 else ""
    return f"{held.round}{again}{'' if held.counts else ' (held anew)'}"


def _uplift_lines(state: SessionState, found: Account) -> list[str]:
    """What the table brought over its best single opening, where tests were run."""
    return [
        f"{up.round}: {up.shipped} of {up.tests} tests pass; the best opening, "
        f"{state.named((up.seat,))}'s, passed {up.opening} ({_signed(up.shipped - up.opening)})"
        for up in found.uplifts
    ]


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else str(number)
