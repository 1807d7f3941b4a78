import pytest

from roundtable.core.parsing.run_log_lines import Piece, chunks, cleaned, service_logs


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("\x1b[1;31mbold\x1b[0m", "bold"),
        ("\x1b]0;a title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("10%\r50%\r100%\ndone\n", "100%\ndone\n"),
        ("kept\r\r\n", "kept\n"),
        ("spinner |\x08/\x08-\x08done", "spinner done"),
        ("nul\x00 bell\x07 tab\t", "nul bell tab\t"),
        ("turned \u202eround \u2013 é", "turned round \u2013 é"),
        ("   ━━━━━━━━━━━━ 1.2/3.4 MB 5.0 MB/s eta 0:00:01\nnext", "next"),
        ("[=====>        ] 45%\nnext", "next"),
        (" 45%|████████      | 45/100 [00:01, 40it/s]\nnext", "next"),
        ("t.py ..        [100%]\n", "t.py ..        [100%]\n"),
        ("===== 2 passed =====\n", "===== 2 passed =====\n"),
        ("## A heading: 5% of it\n", "## A heading: 5% of it\n"),
        ("const f = () => 5;\n", "const f = () => 5;\n"),
    ],
)
def test_text_is_as_a_reader_would_have_seen_it(raw: str, clean: str) -> None:
    assert cleaned(raw) == clean


def test_a_line_left_open_is_gone_on_with_by_its_own_stream() -> None:
    pieces = [
        Piece("a", "stdout", "one "),
        Piece("a", "stderr", "other\n"),
        Piece("a", "stdout", "line\nrest"),
    ]
    assert [(c.stream, c.text) for c in chunks(pieces)] == [
        ("stderr", "other\n"),
        ("stdout", "one line\n"),
        ("stdout", "rest\n"),
    ]


def test_an_escape_that_two_pieces_share_is_cleaned_away() -> None:
    pieces = [Piece("a", "stdout", "x\x1b[3"), Piece("a", "stdout", "1my\n")]
    assert [c.text for c in chunks(pieces)] == ["xy\n"]


def test_a_log_knows_its_lines_and_when_they_came() -> None:
    pieces = [Piece("a", "stdout", "1\n22\n"), Piece("b", "stdout", "3\n")]
    pieces.append(Piece("a", "notice", "4"))
    a, b = service_logs(chunks(pieces))
    assert a.text == "1\n22\n4\n"
    assert a.arrival(2) < b.arrival(0) < a.arrival(5)
    assert a.notices == [(5, 7)]
    assert (a.line_start(3), a.line_end(3)) == (2, 5)
    assert (a.back(5, 1), a.back(5, 9), a.on(0, 1), a.on(0, 9)) == (2, 0, 2, 7)


@pytest.mark.parametrize("count", [4, 5, 7, 8, 100, 65_537, 300_000])
def test_a_run_of_same_lines_is_counted_exactly(count: int) -> None:
    (log,) = service_logs(chunks([Piece("a", "stdout", "x\n" + "same\n" * count + "same too\n")]))
    assert log.text == f"x\nsame\n… the line above {count - 1:,} times more …\nsame too\n"


def test_three_same_lines_are_left_and_many_blank_ones_become_one() -> None:
    (log,) = service_logs(chunks([Piece("a", "stdout", "s\ns\ns\n" + "\n" * 50 + "e\n")]))
    assert log.text == "s\ns\ns\n\ne\n"
