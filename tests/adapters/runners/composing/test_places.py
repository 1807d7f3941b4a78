import pytest

from roundtable.adapters.runners.composing.places import (
    Misplaced,
    Tree,
    in_container,
    in_project,
    is_variables_file,
    to_copy,
)


@pytest.mark.parametrize(
    ("path", "base", "inside"),
    [
        *((".", "", ""), ("./", "", ""), ("./a//b/", "", "a/b"), ("a/../b", "", "b")),
        *(("../Dockerfile", "api", "Dockerfile"), ("x y/ü", "", "x y/ü"), ("..", "a/b", "a")),
    ],
)
def test_a_path_of_the_project_is_put_into_its_shortest_form(
    path: str, base: str, inside: str
) -> None:
    assert in_project(path, base) == inside


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", "/etc", "//x", "~", "~/x", "..", "../x", "a/../../b", "./..", "a/b/../../.."),
        *(
            "C:\\x",
            "c:/x",
            "a\\b",
            "\\\\h\\x",
            "a:b",
            "http://x",
            "$HOME",
            "a/$X",
            "a\nb",
            "a\u202eb",
        ),
    ],
)
def test_a_path_that_is_not_inside_the_project_is_refused(path: str) -> None:
    with pytest.raises(Misplaced):
        in_project(path)


@pytest.mark.parametrize(
    "path", [".git", "./a/.SSH/x", ".env", "a/.env.local", "run/docker.sock", "x.socket", ".aws/c"]
)
def test_what_is_private_is_not_copied(path: str) -> None:
    with pytest.raises(Misplaced):
        to_copy(path)


@pytest.mark.parametrize(("path", "place"), [("/app/", "/app"), ("//a/./b", "/a/b")])
def test_a_place_inside_is_put_into_its_shortest_form(path: str, place: str) -> None:
    assert in_container(path) == place


@pytest.mark.parametrize(
    "path",
    [
        *("", "app", "/", "//", "/.", "/a/..", "/../a", "/a,b", "/a:b", "/a b", '/a"', "/a\n"),
        *("/proc", "/proc/1", "/sys", "//sys/", "/dev", "/dev/sda", "/run/docker.sock", "/é"),
    ],
)
def test_a_place_that_could_mean_more_is_refused(path: str) -> None:
    with pytest.raises(Misplaced):
        in_container(path)


def test_shared_memory_is_the_one_device_that_is_a_place() -> None:
    assert in_container("/dev/shm") == "/dev/shm"


def test_samples_of_variables_hold_no_secrets() -> None:
    assert [is_variables_file(p) for p in (".env", "a/.env.prod", ".ENV")] == [True] * 3
    assert [is_variables_file(p) for p in (".env.example", "app.env", ".environment")] == [
        False
    ] * 3


def test_a_folder_is_there_if_a_file_lies_in_it() -> None:
    tree = Tree(["api/x.py"])
    assert tree.has_folder("api")
    assert tree.has_folder("")
    assert not tree.has_folder("ap")
    assert not tree.has_folder("api/x.py")
    assert tree.has_file("api/x.py")
