"""The words that an engine is given for each container: all bounds, in one place."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from roundtable.adapters.runners.marks import Mark
from roundtable.adapters.runners.plans import Image, Mount, Service
from roundtable.adapters.sandboxes.bounds import MIB, Limits
from roundtable.core.running import RunLimits

NOBODY = "65534:65534"
SEEDED = "/.roundtable-volumes"
"""Where volumes stand while they are filled from the places that they are for."""
_BUILDING_RIGHTS = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "SETGID", "SETUID")
"""What package managers need to lay out files. None of it reaches beyond the container."""
TOLD = (
    *("/bin/sh", "-c"),
    'while IFS= read -r roundtable_told; do export "$roundtable_told"; done; exec "$@" </dev/null',
    "sh",
)
"""Before a command: it has the variables that come by standard input, and its container does not,
so that they do not become its image's."""
_SHELL = re.compile(r"(?:(?:/usr)?/bin/)?(?:a|ba|da)?sh")
_A_MOMENT = 'sleep 0.1 2>/dev/null; exec "$@"'
_LEAST_CPUS = 0.01
_BUILDING_MEMORY = 2
"""A build may use so many times the memory of a run: installers are greedy."""
BUILD_DISK_MB = 4096
"""What one RUN may write, see `weighing`. Not a limit of the run: those are recorded with it."""
_CLIENTS_OWN = re.compile(
    r"(?:_?CONTAINERS?|BUILDKIT|BUILDX|DOCKER|LC|LD|MOBY|OTEL|PODMAN|XDG)_.*|.*_PROXY|"
    r"GO(?:DEBUG|GC|MAXPROCS|MEMLIMIT|TRACEBACK)|DBUS_SESSION_BUS_ADDRESS|GLIBC_TUNABLES|HOME|"
    r"HOSTALIASES|LANG|LANGUAGE|LOCALDOMAIN|LOGNAME|PATH|PWD|REGISTRY_AUTH_FILE|RES_OPTIONS|SHELL|"
    r"SSH_AUTH_SOCK|SSL_CERT_(?:DIR|FILE)|STORAGE_(?:DRIVER|OPTS)|TERM|TMPDIR|TZ|USER",
    re.IGNORECASE,
)
"""Names by which an engine's command, or what it is made with, is told something itself."""


@dataclass(frozen=True, slots=True)
class Box:
    """One container: its name, what it is made of, and what it may reach."""

    name: str
    image: str
    network: str = "none"
    argv: tuple[str, ...] | None = None
    """None: what the image says."""
    entrypoint: tuple[str, ...] | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    told: bool = False
    """Whether it reads variables from its standard input, see `TOLD`."""
    declared: tuple[Mount, ...] = ()
    """What stands where an engine would make a volume of its own, unless something else does."""


def bounds(limits: RunLimits, memory_mb: int, cpus: float) -> Iterator[str]:
    yield from ("--memory", f"{memory_mb}m", "--memory-swap", f"{memory_mb}m")
    # Less than that is rounded to none, which an engine takes for no bound at all.
    yield from ("--cpus", f"{max(cpus, _LEAST_CPUS):g}", "--pids-limit", str(limits.processes))
    # Said, since what an engine would set by itself may be more than it is allowed to.
    yield from ("--ulimit", "nofile=4096:4096", "--ulimit", "nproc=8192:8192")
    yield from ("--ulimit", "core=0:0")


def _walls(mark: Mark, box: Box) -> Iterator[str]:
    yield from ("--name", box.name, *mark.labels, "--network", box.network)
    yield from ("--cap-drop", "ALL", "--security-opt", "no-new-privileges")
    yield from ("--log-driver", "none", "--pull", "never", "--restart", "no", "--ipc", "private")


def _scratch(target: str, limits: RunLimits, execute: bool = False) -> tuple[str, str]:
    run = "exec" if execute else "noexec"
    return "--tmpfs", f"{target}:rw,{run},nosuid,nodev,mode=1777,size={limits.disk_mb}m"


def service_words(
    mark: Mark, box: Box, service: Service, limits: RunLimits, network: str
) -> tuple[str, ...]:
    """`create` for one service: read-only, without rights, as nobody."""
    memory = min(service.memory_mb or limits.memory_mb, limits.memory_mb)
    cpus = min(service.cpus or limits.cpus, limits.cpus)
    words = ["create", "--init", *_walls(mark, box), *bounds(limits, memory, cpus), "--read-only"]
    # Its health is asked for by us, from the start and as often as the file says.
    words += ["--no-healthcheck", "--user", user(service.user)]
    mounted = {mount.target for mount in service.mounts}
    # A volume that the file wants at one of these is what stands there: memory would lie over it.
    scratch = {"/tmp", *service.tmpfs} - mounted  # noqa: S108 -- inside, and its own
    for place in sorted(scratch):
        words += _scratch(place, limits)
    taken = scratch | mounted
    words += _mounts(mark, service.mounts)
    words += _mounts(mark, [mount for mount in box.declared if mount.target not in taken])
    if network != "none":
        words += [word for alias in service.aliases for word in ("--network-alias", alias)]
        words += ["--network-alias", service.name, "--hostname", service.name]
    if service.working_dir:
        words += ["--workdir", service.working_dir]
    if service.stop_signal:
        words += ["--stop-signal", service.stop_signal]
    return (*words, *_environment(box.environment), *_command(box))


def build_words(mark: Mark, box: Box, limits: RunLimits, tmpfs: Sequence[str]) -> tuple[str, ...]:
    """`create` for one RUN of a Dockerfile: it may write to its own file system, and no more."""
    memory = limits.memory_mb * _BUILDING_MEMORY
    words = ["create", "--init", *_walls(mark, box), *bounds(limits, memory, limits.cpus)]
    words += ["--interactive"] if box.told else []
    words += [word for right in _BUILDING_RIGHTS for word in ("--cap-add", right)]
    largest = BUILD_DISK_MB * MIB
    words += ["--ulimit", f"fsize={largest}:{largest}"]
    for place in tmpfs:
        words += _scratch(place, limits, execute=True)
    return (*words, *_environment(box.environment), *_command(box))


def probe_words(mark: Mark, box: Box, limits: RunLimits) -> tuple[str, ...]:
    """`create` for a look into an image: it may do nothing at all but answer."""
    words = ["create", "--rm", *_walls(mark, box), *bounds(limits, limits.memory_mb, limits.cpus)]
    words += _mounts(mark, box.declared)
    return (*words, "--read-only", "--user", NOBODY, *_command(box))


def seed_words(
    mark: Mark, box: Box, service: Service, limits: RunLimits, mounts: Sequence[Mount]
) -> tuple[str, ...]:
    """`create` for who fills a service's volumes: bounded like the service, and as its user."""
    words = ["create", "--interactive", *_walls(mark, box)]
    words += [*bounds(limits, limits.memory_mb, limits.cpus), "--read-only", "--no-healthcheck"]
    words += ["--user", user(service.user)]
    places = [
        replace(mount, target=f"{SEEDED}/{number}", read_only=False)
        for number, mount in enumerate(mounts, 1)
    ]
    return (*words, *_mounts(mark, (*places, *box.declared)), *_command(box))


def check_words(mark: Mark, box: Box, limits: Limits, entries: int = 0) -> tuple[str, ...]:
    """`create` for a check of a candidate: its files come by standard input, into memory.

    Without a first process of the engine's own: ours must be the first, which none can kill.
    `entries`: how many files there may be, where the engine knows how to count them.
    """
    memory = f"{max(1, limits.memory // MIB)}m"
    words = ["create", "--interactive", *_walls(mark, box), "--hostname", "sandbox"]
    words += ["--memory", memory, "--memory-swap", memory, "--cpus", "1"]
    words += ["--pids-limit", str(limits.processes), "--shm-size", "16m"]
    bounds = {
        "cpu": limits.cpu_seconds,
        "fsize": limits.file_size,
        "nofile": limits.open_files,
        "core": 0,
    }
    words += [word for name, n in bounds.items() for word in ("--ulimit", f"{name}={n}:{n}")]
    counted = f",nr_inodes={entries}" if entries else ""
    words += ["--read-only", "--user", NOBODY, "--workdir", "/tmp"]  # noqa: S108 -- inside
    bounded = f"exec,nosuid,nodev,mode=1777,size={limits.disk}{counted}"
    words += ["--tmpfs", f"/tmp:rw,{bounded}"]  # noqa: S108
    words += [word for pair in box.environment.items() for word in ("--env", "=".join(pair))]
    return (*words, *_command(box))


def heard(command: tuple[str, ...]) -> tuple[str, ...]:
    """The command; what a shell leads starts a moment later, so that all it writes is heard.

    An engine may lose what a container writes that ends within milliseconds: it closes a pipe which
    it has not come to open yet. Scripts can be so quick, and hardly anything else is.
    """
    if command and _SHELL.fullmatch(command[0]):
        return (command[0], "-c", _A_MOMENT, command[0], *command)
    return command


def started(
    service: Service, image: Image
) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """Entrypoint and words of a service, None for the image's own; see `heard`."""
    entrypoint, argv = service.entrypoint, service.command
    if entrypoint is None:
        whole = (*image.entrypoint, *(image.argv if argv is None else argv))
    else:
        whole = (*entrypoint, *(argv or ()))
    command = heard(whole)
    return (entrypoint, argv) if command == whole else (command[:1], command[1:])


def user(asked: str) -> str:
    """A number that is not root's is taken as it is; root and names become nobody."""
    own, _, group = asked.partition(":")
    if not own.isdigit() or int(own) == 0 or len(own) > 9:
        return NOBODY
    return f"{own}:{group if group.isdigit() and int(group) and len(group) < 10 else own}"


def _mounts(mark: Mark, mounts: Sequence[Mount]) -> list[str]:
    return [word for mount in mounts for word in ("--mount", _mount(mark, mount))]


def _mount(mark: Mark, mount: Mount) -> str:
    only = ",readonly" if mount.read_only else ""
    return f"type=volume,src={mark.name(mount.volume)},dst={mount.target}{only}"


def _environment(environment: Mapping[str, str]) -> list[str]:
    """Values come where no list of processes shows them: see `variables` and `carried`."""
    words = [word for name in carried(environment) for word in ("--env", name)]
    return [*words, "--env-file", "/dev/stdin"] if environment else words


def variables(environment: Mapping[str, str]) -> bytes:
    """What a command whose words name it is given by standard input."""
    lines = (f"{name}={value}\n" for name, value in environment.items() if "\n" not in value)
    return "".join(lines).encode()


def carried(environment: Mapping[str, str]) -> dict[str, str]:
    """Values of several lines, which no file of variables can hold: they come in the environment of
    the command that makes the container, and of no other."""
    return {name: value for name, value in environment.items() if "\n" in value}


def uncarried(environment: Mapping[str, str]) -> list[str]:
    """The names of those that cannot come so: the command would take them as its own."""
    return [name for name in carried(environment) if _CLIENTS_OWN.fullmatch(name)]


def _command(box: Box) -> tuple[str, ...]:
    """The image and what it is to do; nothing of it can be taken for an option."""
    words: list[str] = []
    argv = box.argv
    if box.entrypoint is not None:
        first, *rest = box.entrypoint or ("",)
        words += ["--entrypoint", first]
        argv = (*rest, *(argv or ()))
    return (*words, box.image, *(argv or ()))
