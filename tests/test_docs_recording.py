"""The recording of the README: from a real command in a terminal to a picture that moves."""

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs.animation import HEIGHT, WIDTH, Frame, Look, Picture, Run, animation
from docs.recording import HERE, Chunk, Take, paced, shown, written

SVG = "{http://www.w3.org/2000/svg}"
AROUND = Picture("A title", "A description.", "A <label>", columns=100, lines=30)


def frames_of(folder: Path, *words: str, answers: dict[str, str] | None = None) -> list[Frame]:
    return shown(written(Take(words, answers or {}), folder), words[0])


def lines_of(frame: Frame) -> list[str]:
    return ["".join(run.text for run in row).rstrip() for row in frame.rows if row]


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_real_command_becomes_frames_with_its_colours(tmp_path: Path) -> None:
    first, last = frames_of(tmp_path, "printf", r"\033[31mred\033[0m and \033[1mbold\033[0m\n")
    assert lines_of(first) == ["$ printf"]
    assert lines_of(last) == ["$ printf", "red and bold"]
    red, plain, bold = last.rows[1]
    assert (red.text, red.look) == ("red", Look(colour="#ff7b72"))
    assert (plain.text, plain.look) == (" and ", Look())
    assert (bold.text, bold.look, bold.column) == ("bold", Look(bold=True), len("red and "))


def test_a_question_is_answered_with_the_keys_that_were_prepared(tmp_path: Path) -> None:
    program = 'printf "Go on? (Enter) "; read -r said; echo "so be it: $said"'
    last = frames_of(tmp_path, "bash", "-c", program, answers={"(Enter)": "yes\r"})[-1]
    assert lines_of(last)[1:] == ["Go on? (Enter) yes", "so be it: yes"]


def test_a_command_that_asks_where_the_cursor_is_gets_an_answer(tmp_path: Path) -> None:
    # Before it asks: an answer that comes at once would be shown.
    program = r'stty -echo; printf "\033[6n"; read -rs -d R said; echo "told: ${said:2}"'
    last = frames_of(tmp_path, "bash", "-c", program)[-1]
    assert "told: 30;1" in lines_of(last)


@pytest.mark.parametrize(
    "take", [Take(("false",)), Take(("sleep", "60"), seconds=0.1)], ids=["fails", "hangs"]
)
def test_a_command_that_fails_or_hangs_is_no_recording(tmp_path: Path, take: Take) -> None:
    with pytest.raises(RuntimeError, match="has not ended well"):
        list(written(take, tmp_path))


def test_a_screen_that_is_half_drawn_is_no_frame() -> None:
    chunks = [Chunk(1, "half"), Chunk(1.001, " and whole\r\n"), Chunk(2, "more")]
    assert [lines_of(frame)[1:] for frame in shown(chunks, "x")] == [
        [],
        ["half and whole"],
        ["half and whole", "more"],
    ]


def test_a_screen_that_has_not_changed_is_no_new_frame() -> None:
    assert len(shown([Chunk(1, "a"), Chunk(2, "\x1b[0m"), Chunk(3, "b")], "x")) == 3


def test_letters_of_two_columns_do_not_move_what_follows() -> None:
    row = shown([Chunk(1, "日本 x")], "x")[-1].rows[1]
    assert [(run.column, run.text.strip()) for run in row] == [(0, "日"), (2, "本"), (4, "x")]


def test_reversed_letters_stand_on_a_ground() -> None:
    (run,) = shown([Chunk(1, "\x1b[7;32mchosen\x1b[0m")], "x")[-1].rows[1]
    assert (run.text, run.look.background) == ("chosen", "#3fb950")
    assert 'fill="#3fb950"' in animation([Frame(0, ((run,),))], 1, AROUND)


def numbered(*moments: float) -> list[Frame]:
    return [Frame(at, ((Run(0, str(n), Look()),),)) for n, at in enumerate(moments)]


def test_pauses_are_cut_and_the_last_frame_stays() -> None:
    frames, seconds = paced(numbered(0, 1, 61))
    assert [frame.at for frame in frames] == [0, 1, 3]
    assert seconds == 8


def test_what_takes_too_long_is_sped_up_and_thinned_out_and_keeps_its_end() -> None:
    made = numbered(*(n / 20 for n in range(4000)))
    frames, seconds = paced(made)
    assert 20 <= seconds <= 40
    assert len(frames) <= 40 * 4
    assert all(before.at < after.at < seconds for before, after in pairwise(frames))
    assert frames[-1].rows == made[-1].rows


def test_the_picture_says_what_it_is_and_shows_every_frame_in_its_time() -> None:
    svg = animation(numbered(0, 1, 3), 4, AROUND)
    root = ElementTree.fromstring(svg)
    assert [root.findtext(f"{SVG}{name}") for name in ("title", "desc")] == [
        "A title",
        "A description.",
    ]
    assert root.get("role") == "img"
    assert texts(svg) == ["0", "1", "2", "A title", "A <label>"]
    tall = 30 * HEIGHT
    for at, top in (("0.000%", 0), ("25.000%", -tall), ("75.000%", -2 * tall)):
        assert f"{at}{{transform:translateY({top}px)}}" in svg
    uses = [(use.get("href"), use.get("y")) for use in root.iter(f"{SVG}use")]
    assert uses == [("#r0", "0"), ("#r1", str(tall)), ("#r2", str(2 * tall))]


def test_a_row_is_drawn_once_however_often_it_is_shown() -> None:
    same = (Run(0, "the same", Look()),)
    svg = animation([Frame(0, (same, same)), Frame(1, (same,))], 2, AROUND)
    assert texts(svg).count("the same") == 1
    assert svg.count('<use href="#r0"') == 3


def test_letters_keep_their_columns_across_gaps_and_boxes_are_lines() -> None:
    row = (Run(2, "│ a < b    c ──╮", Look(colour="#112233")),)
    svg = animation([Frame(0, (row,))], 1, AROUND)
    drawn = ElementTree.fromstring(svg).find(f".//{SVG}g[@id='r0']")
    assert drawn is not None
    placed = [(t.text, t.get("x")) for t in drawn.iter(f"{SVG}text")]
    assert placed == [("a < b", str(4 * WIDTH)), ("c", str(13 * WIDTH))]
    (lines,) = drawn.iter(f"{SVG}path")
    assert lines.get("d") == "M20 0v18M120 9h16M136 9Q140 9 140 18"
    assert lines.get("class") == "k0"
    assert ".k0{color:#112233}" in svg


def test_the_picture_of_the_readme_is_whole_small_and_keeps_to_itself() -> None:
    svg = (HERE / "demo.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    assert len(svg.encode()) <= 300_000
    allowed = {"svg", "title", "desc", "style", "defs", "g", "rect", "path", "text", "use"}
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
    for element in root.iter():
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert not name.endswith("href") or value.startswith("#")
    style = root.findtext(f"{SVG}style") or ""
    assert not re.search(r"url\(|@import|@font-face|javascript", style)
    played = re.search(r"animation:play ([\d.]+)s", style)
    assert played is not None
    assert 20 <= float(played[1]) <= 40


def test_the_picture_of_the_readme_says_all_the_time_that_the_knights_are_scripted() -> None:
    root = ElementTree.fromstring((HERE / "demo.svg").read_text(encoding="utf-8"))
    beside = [element.text or "" for element in root.findall(f"{SVG}text")]
    assert any("scripted rehearsal: no model is asked" in text for text in beside)
    recorded = [text.text or "" for text in root.iterfind(f"{SVG}defs//{SVG}text")]
    assert any("scripted rehearsal" in text for text in recorded)
    assert "scripted" in (root.findtext(f"{SVG}desc") or "")
