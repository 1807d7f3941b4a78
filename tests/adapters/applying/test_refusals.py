"""A refusal names what it is about, and not too much of it."""

from roundtable.adapters.applying.refusals import ChangesRefused, objection
from roundtable.core.errors import UsageError


def test_a_refusal_names_the_files_the_reasons_and_a_remedy() -> None:
    reasons = [objection("src/a.py", "it is a link"), objection("b\n", "a control")]
    refused = ChangesRefused("written", reasons)
    assert refused.message.startswith("nothing was written: 'src/a.py': it is a link; 'b")
    assert "\n" not in refused.message
    assert refused.remedy
    assert refused.reasons == tuple(reasons)
    assert refused.exit_code == UsageError.exit_code


def test_of_many_reasons_only_the_first_are_in_the_message() -> None:
    refused = ChangesRefused("undone", [objection(f"file{n}", "edited") for n in range(9)])
    assert "file4" in refused.message
    assert "file5" not in refused.message
    assert "and 4 more" in refused.message
    assert len(refused.reasons) == 9
