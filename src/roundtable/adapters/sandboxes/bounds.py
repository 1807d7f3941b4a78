"""What a run in a sandbox may use, and what came of it."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Each holds for one run. Where the kernel counts by process, the field says so."""

    seconds: float = 30.0
    """By the clock on the wall; then everything of the run is killed."""
    cpu_seconds: int = 60
    """For each process: enough that the wall clock is what ends an honest run."""
    memory: int = 1024 * MIB
    """For all processes together; looked at every 50 ms, so a fast eater passes it for a moment."""
    address_space: int = 768 * MIB
    """For each process, held by the kernel: the allocation fails. 0: no limit, as node needs."""
    processes: int = 48
    """Processes and threads together."""
    file_size: int = 32 * MIB
    open_files: int = 128
    disk: int = 64 * MIB
    """All that may be written: it is memory, and it is gone with the run."""
    entries: int = 20_000
    """How many files and folders there may be; looked at every 50 ms."""
    output: int = 256 * 1024
    """Of each of the two outputs so much is kept: the beginning and the end."""
    flood: int = 64 * MIB
    """Who prints more than this is ended."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The end of one run."""

    exit_code: int
    signal: int | None
    """What ended it. A program that ends with 128 + n itself is read as ended by signal n."""
    stdout: bytes
    stderr: bytes
    timed_out: bool
    output_cut: bool
    """The middle of an output is missing; a line in its place says how much."""
    seconds: float
    stopped: str = ""
    """Why we ended it, in words; empty when it ended by itself."""
