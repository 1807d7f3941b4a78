"""What a run writes comes out whole, in order, within its cap, and without secrets."""

import random

from roundtable.adapters.runners.log import RunLog
from roundtable.core.ports import Wrote


def made(most: int = 10_000, secrets: tuple[str, ...] = ()) -> tuple[RunLog, list[Wrote]]:
    heard: list[Wrote] = []
    return RunLog(most, secrets, heard.append), heard


def text_of(heard: list[Wrote], stream: str = "stdout") -> str:
    return "".join(wrote.text for wrote in heard if wrote.stream == stream)


async def test_a_letter_that_is_cut_in_two_comes_out_whole() -> None:
    log, heard = made()
    hear = log.hear("app")
    for byte in "grüße, 世界\n".encode():
        hear(1, bytes([byte]))
    log.finish()
    assert text_of(heard) == "grüße, 世界\n"


async def test_the_streams_and_the_build_are_told_apart() -> None:
    log, heard = made()
    log.hear("app")(1, b"out")
    log.hear("app")(2, b"err")
    log.hear("app", build=True)(2, b"built")
    log.notice("app", "a word of ours")
    assert [(w.stream, w.text) for w in heard] == [
        ("stdout", "out"),
        ("stderr", "err"),
        ("build", "built"),
        ("notice", "a word of ours\n"),
    ]


async def test_the_cap_is_a_cap_and_what_is_dropped_is_counted() -> None:
    log, heard = made(most=10)
    hear = log.hear("app")
    hear(1, b"0123456")
    assert not log.flooded.is_set()
    hear(1, b"789abcdef")
    assert log.flooded.is_set()
    hear(2, b"more")
    assert text_of(heard) == "0123456789"
    assert (text_of(heard, "stderr"), log.dropped) == ("", 10)


async def test_a_letter_at_the_cap_is_not_cut() -> None:
    log, heard = made(most=4)
    log.hear("app")(1, "aßßß".encode())
    assert text_of(heard) == "aß"
    assert log.dropped == 4


async def test_a_secret_is_hidden_however_it_is_cut() -> None:
    secret, chance = "s3cr3t-v4lue-of-the-developer", random.Random(3)
    for _ in range(200):
        log, heard = made(secrets=(secret, "abcd"))
        hear = log.hear("app")
        data = f"start {secret} and s3cr3t- alone, abcd{secret}abcd end s3cr".encode()
        while data:
            size = chance.randrange(1, 12)
            hear(1, data[:size])
            data = data[size:]
        log.finish()
        assert text_of(heard) == "start *** and s3cr3t- alone, ********* end s3cr"


async def test_what_is_no_beginning_of_a_secret_comes_at_once() -> None:
    log, heard = made(secrets=("sesame-open",))
    log.hear("app")(1, b"listening on port 80\n")
    assert text_of(heard) == "listening on port 80\n"


async def test_a_secret_that_begins_with_another_one_is_hidden_as_a_whole() -> None:
    log, heard = made(secrets=("abcd1234", "abcd1234XYZ-TAIL", "xyab"))
    hear = log.hear("app")
    for piece in (b"one abcd1234", b"XYZ-TAIL two xyab", b"cd1234 three\n"):
        hear(1, piece)
    log.finish()
    assert text_of(heard) == "one *** two *** three\n"


async def test_the_usual_values_of_settings_are_no_secrets() -> None:
    plain = (
        "8000",
        "65535",
        "true",
        "False",
        "DEBUG",
        "prod",
        "production",
        "localhost",
        "0.0.0.0",
    )
    secret = ("hunter2", "123456", "prod-key", "localhost:5432", "trueish")
    log, heard = made(secrets=(*plain, *secret))
    for value in (*plain, *secret):
        log.hear("app")(1, f"{value}\n".encode())
    log.finish()
    assert text_of(heard).split() == [*plain, *["***"] * len(secret)]


async def test_our_own_words_hide_secrets_too() -> None:
    log, heard = made(secrets=("open-sesame",))
    log.notice("app", "RUN echo open-sesame")
    assert text_of(heard, "notice") == "RUN echo ***\n"
