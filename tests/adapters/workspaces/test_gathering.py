"""What is gathered for the knights, and what is not, and why."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from roundtable.adapters.workspaces import gathering as gathering_module
from roundtable.adapters.workspaces.gathering import Gathering
from roundtable.adapters.workspaces.sight import look
from roundtable.adapters.workspaces.visibility import Rules
from roundtable.core.context import ContextPart

Git = Callable[..., str]


async def gathered(root: Path, topic: str = "", limit: int = 50_000) -> Gathering:
    async with look(root, Rules(("dist",))) as sight:
        gathering = Gathering(sight, limit)
        await gathering.gather(topic)
        return gathering


def of_kind(gathering: Gathering, kind: str) -> list[ContextPart]:
    return [p for p in gathering.parts if p.kind == kind]


def reasons(gathering: Gathering) -> dict[str, str]:
    return {out.title: out.reason for out in gathering.left_out}


async def test_parts_come_in_the_order_of_their_importance(repository: Path) -> None:
    (repository / "src" / "app.py").write_text("changed\n")
    gathering = await gathered(repository, "What about app.py?")
    kinds = [p.kind for p in gathering.parts]
    assert kinds == ["named_file", "git", "diff", "key_file", "tree"]
    assert gathering.left_out == []


async def test_git_tells_branch_commits_and_what_has_changed(repository: Path, git: Git) -> None:
    (repository / "src" / "app.py").write_text("changed\n")
    (repository / "new.py").write_text("new\n")
    (repository / "README.md").unlink()
    gathering = await gathered(repository)
    (text,) = (p.text for p in of_kind(gathering, "git"))
    assert text.startswith("branch: main\n")
    assert "first words" in text
    assert text.endswith("D README.md\nM src/app.py\n? new.py")
    (tree,) = of_kind(gathering, "tree")
    assert tree.text == "new.py\nsrc/app.py"


async def test_staged_and_unstaged_changes_are_in_the_diff(repository: Path, git: Git) -> None:
    (repository / "README.md").write_text("staged words\n")
    git("add", ".")
    (repository / "src" / "app.py").write_text("unstaged words\n")
    (diff,) = of_kind(await gathered(repository), "diff")
    assert "+staged words" in diff.text
    assert "+unstaged words" in diff.text
    assert not diff.cut


async def test_a_diff_that_is_too_long_is_cut_before_it_is_read_in_full(repository: Path) -> None:
    (repository / "README.md").write_text("one more line\n" * 50_000)
    (diff,) = of_kind(await gathered(repository, limit=3000), "diff")
    assert diff.cut
    assert len(diff.text) < 3000 * 3 + 5000
    assert diff.text.endswith("is not shown]")


async def test_secret_ignored_binary_and_large_files_are_not_in_the_diff(
    repository: Path, git: Git
) -> None:
    files = (
        ".env",
        "dist/app.js",
        "image.bin",
        "data.csv",
        "weights.lfs",
        "deleted.pem",
        "odd\nname",
    )
    for name in files:
        (repository / name).parent.mkdir(exist_ok=True)
        (repository / name).write_text("OLD-CANARY\n")
    (repository / ".gitattributes").write_text("*.lfs filter=lfs\n")
    git("add", "-f", ".")
    git("commit", "-q", "-m", "all sorts")
    for name in files:
        (repository / name).write_text("NEW-CANARY\n")
    (repository / "image.bin").write_bytes(b"CANARY" + b"\0" * 10)
    (repository / "data.csv").write_bytes(b"CANARY\n" * 200_000)
    (repository / "deleted.pem").unlink()
    (repository / "odd\nname").write_text("fine\n")
    gathering = await gathered(repository)
    found = {title.removeprefix("changes in "): why for title, why in reasons(gathering).items()}
    assert found.keys() == {
        ".env",
        "dist/app.js",
        "image.bin",
        "data.csv",
        "weights.lfs",
        "deleted.pem",
    }
    assert "secret" in found[".env"]
    assert "secret" in found["deleted.pem"]
    assert "configuration" in found["dist/app.js"]
    assert "binary" in found["image.bin"]
    assert "too large" in found["data.csv"]
    assert "filter" in found["weights.lfs"]
    (diff,) = of_kind(gathering, "diff")
    assert "+fine" in diff.text
    everything = "".join(p.title + p.text for p in gathering.parts)
    assert "NEW-CANARY" not in everything
    assert ".env" not in everything


async def test_a_file_that_became_a_link_or_a_pipe_is_no_trap(repository: Path, git: Git) -> None:
    for name in ("link", "pipe", "folder"):
        (repository / name).write_text("one\n")
    git("add", ".")
    git("commit", "-q", "-m", "more")
    for name in ("link", "pipe", "folder"):
        (repository / name).unlink()
    (repository / "link").symlink_to("/etc/passwd")
    os.mkfifo(repository / "pipe")
    (repository / "folder").mkdir()
    gathering = await gathered(repository)
    (diff,) = of_kind(gathering, "diff")
    assert "+/etc/passwd" in diff.text
    assert "root:" not in diff.text


async def test_files_that_the_topic_names_are_given_or_the_reason_why_not(
    repository: Path, git: Git
) -> None:
    (repository / ".env").write_text("CANARY")
    (repository / "dist").mkdir()
    (repository / "dist" / "app.js").write_text("CANARY")
    (repository / ".gitignore").write_text("*.log\n")
    (repository / "a.log").write_text("CANARY")
    (repository / "logo.png").write_bytes(b"\x89PNG\0\0")
    (repository / "empty.txt").touch()
    (repository / "way-out").symlink_to("/etc/passwd")
    topic = (
        "src/app.py:2-9 and README.md, not .env, dist/app.js, a.log, logo.png, empty.txt, "
        "./way-out, /etc/passwd or ../home, nor src/ or missing.py or client / server"
    )
    gathering = await gathered(repository, topic)
    named = {p.title: p.text for p in of_kind(gathering, "named_file")}
    assert named == {"src/app.py, lines 2-2": "    return 1", "README.md": "# The project"}
    assert of_kind(gathering, "key_file") == []
    found = reasons(gathering)
    assert found.keys() == {
        *(".env", "dist/app.js", "a.log", "logo.png", "empty.txt", "way-out", "/etc/passwd")
    }
    assert "secret" in found[".env"]
    assert "configuration" in found["dist/app.js"]
    assert ".gitignore" in found["a.log"]
    assert "binary" in found["logo.png"]
    assert "empty" in found["empty.txt"]
    assert "outside" in found["way-out"]
    assert "outside" in found["/etc/passwd"]
    assert "CANARY" not in "".join(p.text for p in gathering.parts)


async def test_an_absolute_path_below_the_root_is_a_file_of_the_project(repository: Path) -> None:
    gathering = await gathered(repository, f"Look at {repository}/README.md:1-1 and README.md.")
    titles = [p.title for p in gathering.parts if p.kind in ("named_file", "key_file")]
    assert titles == ["README.md, lines 1-1", "README.md"]


async def test_a_name_that_many_files_have_is_asked_to_be_made_plain(repository: Path) -> None:
    for number in range(5):
        (repository / f"d{number}").mkdir()
        (repository / f"d{number}" / "index.ts").write_text("x\n")
    found = reasons(await gathered(repository, "index.ts is broken"))
    assert found == {"index.ts": "5 files have this name; name one by its path"}


async def test_the_number_of_named_files_is_bounded(repository: Path) -> None:
    for number in range(70):
        (repository / f"f{number}.py").write_text("x\n")
    gathering = await gathered(repository, " ".join(f"f{number}.py" for number in range(70)))
    assert len(of_kind(gathering, "named_file")) == 20
    assert len(gathering.left_out) == 41
    assert gathering.left_out[-1].title == "and more"


async def test_key_files_are_bounded_in_number_and_size(repository: Path) -> None:
    (repository / "package.json").write_text('"line"\n' * 10_000)
    (repository / "go.mod").write_text("module x\n")
    (repository / "src" / "package.json").write_text("{}\n")
    (repository / "Makefile").symlink_to("/etc/passwd")
    keys = {p.title: p for p in of_kind(await gathered(repository), "key_file")}
    assert list(keys) == ["README.md", "package.json", "go.mod"]
    assert keys["package.json"].cut
    assert len(keys["package.json"].text) < 17_000
    assert not keys["go.mod"].cut


async def test_a_large_named_file_is_read_only_at_its_beginning(repository: Path) -> None:
    (repository / "huge.txt").write_bytes(b"a line\n" * 7_500_000)
    gathering = await gathered(repository, "huge.txt")
    (huge,) = of_kind(gathering, "named_file")
    assert huge.cut
    assert len(huge.text) < 300_000


async def test_many_changed_files_are_counted_rather_than_shown(
    repository: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(70):
        (repository / f"f{number}.py").write_text("x\n")
    git("add", ".")
    monkeypatch.setattr(gathering_module, "_MOST_CHANGES", 10)
    gathering = await gathered(repository)
    (diff,) = of_kind(gathering, "diff")
    assert diff.text.count("diff --git") == 10
    assert reasons(gathering) == {"changes in further files": "60 more files have changed"}
    assert "[and 10 more]" in of_kind(gathering, "git")[0].text


@pytest.mark.parametrize("state", ["no git", "no commit", "detached", "no repository"])
async def test_every_state_of_a_folder_gives_a_context(
    state: str, repository: Path, git: Git, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = ""
    if state == "no git":
        monkeypatch.setenv("PATH", str(tmp_path))
        said = "git is not installed"
    elif state == "no commit":
        git("update-ref", "-d", "HEAD")
    elif state == "detached":
        git("checkout", "-q", "--detach")
    else:
        (repository / ".git").rename(tmp_path / "elsewhere")
        said = "this folder is not in a git repository"
    gathering = await gathered(repository, "src/app.py")
    assert [p.title for p in of_kind(gathering, "named_file")] == ["src/app.py"]
    assert of_kind(gathering, "tree")[0].text == "README.md\nsrc/app.py"
    assert [out.reason for out in gathering.left_out] == ([said] if said else [])
    texts = [p.text for p in of_kind(gathering, "git")]
    expected = {"no commit": "branch: main (no commit yet)", "detached": "detached at commit "}
    assert [t.startswith(expected[state]) for t in texts] == ([] if said else [True])
    if state == "no commit":
        assert "+def main():" in of_kind(gathering, "diff")[0].text


@pytest.mark.parametrize("damage", ["index", "HEAD", "config", "objects", "packed"])
async def test_a_damaged_repository_is_told_of_in_words(
    damage: str, repository: Path, git: Git
) -> None:
    folder = repository / ".git"
    if damage == "objects":
        for path in (folder / "objects").rglob("*"):
            if path.is_file():
                path.chmod(0o644)
                path.write_bytes(b"garbage")
    elif damage == "packed":
        git("gc", "-q")
        for pack in (folder / "objects" / "pack").iterdir():
            pack.chmod(0o644)
            pack.write_bytes(b"")
    else:
        (folder / damage).write_bytes(b"\xff\0garbage")
    (repository / "src" / "app.py").write_text("changed\n")
    gathering = await gathered(repository, "app.py")
    assert [p.text for p in of_kind(gathering, "named_file")] == ["changed"]
    assert of_kind(gathering, "tree")[0].text == "README.md\nsrc/app.py"
    assert gathering.left_out
    assert all("git" in out.title or "changes" in out.title for out in gathering.left_out)


async def test_an_empty_or_missing_folder_gives_no_parts(project: Path) -> None:
    assert (await gathered(project)).parts == []
    assert (await gathered(project / "missing", "a.py")).parts == []


async def test_a_tree_that_is_too_large_is_said_to_be(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("roundtable.adapters.workspaces.listing.MOST_PATHS", 1)
    gathering = await gathered(repository, "src/app.py README.md")
    assert len(of_kind(gathering, "named_file")) == 2
    assert "too large" in reasons(gathering)["the rest of the file list"]


async def test_the_lines_around_the_frames_of_a_traceback_are_shown(repository: Path) -> None:
    (repository / "src" / "app.py").write_text("".join(f"line {n}\n" for n in range(1, 101)))
    log = 'File "/srv/other/src/app.py", line 50, in f\n  at g (/srv/other/README.md:1:1)'
    gathering = await gathered(repository, log)
    parts = {p.title: p.text for p in of_kind(gathering, "named_file")}
    shown = parts["src/app.py, lines 35-65"].splitlines()
    assert (shown[0], shown[-1]) == ("line 35", "line 65")
    assert "README.md, lines 1-1" in parts


async def test_frames_that_lead_elsewhere_or_to_secrets_are_neither_read_nor_told(
    repository: Path,
) -> None:
    (repository / ".env").write_text("KEY=secret-words\n")
    outside = repository.parent / "outside.py"
    outside.write_text("secret-words\n")
    log = f'File "{outside}", line 1\nFile "{repository}/.env", line 1\nx/gone.py:3: E'
    gathering = await gathered(repository, log)
    assert of_kind(gathering, "named_file") == []
    assert not any("secret-words" in part.text for part in gathering.parts)
    assert gathering.left_out == []
