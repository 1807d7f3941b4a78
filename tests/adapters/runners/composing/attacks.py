"""Compose files that must never become a plan; `#!` marks the line the refusal must point at."""

from dataclasses import dataclass
from textwrap import dedent, indent

FILES = {
    "Dockerfile": "FROM python:3.12-slim\n",
    "api/Dockerfile": "FROM python:3.12-slim\n",
    "api/main.py": "print('up')\n",
    "settings.env": "MODE=plain\n",
    "deep/er/Dockerfile": "FROM busybox\n",
}


@dataclass(frozen=True)
class Attack:
    family: str
    text: str
    line: int

    def __str__(self) -> str:
        marked = self.text.splitlines()[self.line - 1].replace("#!", "").strip()
        return f"{self.family}: {marked}"


def marked(family: str, text: str) -> Attack:
    lines = text.splitlines()
    return Attack(family, text, next(i for i, line in enumerate(lines, 1) if "#!" in line))


def in_service(family: str, fragment: str, before: str = "", after: str = "") -> Attack:
    body = indent(dedent(fragment).strip("\n"), "    ")
    text = f"{before}services:\n  web:\n    image: busybox\n{body}\n{after}"
    return marked(family, text if "#!" in text else text.replace(body, f"{body} #!", 1))


DIRECT = (
    *("privileged: true", "privileged: yes", "privileged: 'on'", "privileged: True"),
    *("cap_add: [ALL]", "cap_add: [SYS_ADMIN]", "devices: ['/dev/sda:/dev/sda']"),
    *("device_cgroup_rules: ['c 1:3 mr']", "network_mode: host", "network_mode: 'container:x'"),
    *("network_mode: 'service:web'", "pid: host", "pid: 'container:x'", "ipc: host"),
    *("ipc: shareable", "ipc: 'service:web'", "ipc: 'container:x'", "uts: host"),
    *("userns_mode: host", "cgroup: host", "cgroup_parent: /docker", "runtime: runc-root"),
    *("gpus: all", "volumes_from: ['container:x']", "security_opt: ['seccomp:unconfined']"),
    *("security_opt: ['apparmor=unconfined']", "security_opt: ['label:disable']"),
    *("security_opt: ['no-new-privileges:false']", "sysctls: {kernel.msgmax: 1}"),
    *("extra_hosts: ['db:host-gateway']", "dns: 8.8.8.8", "dns_search: [x]"),
    *("extra_hosts: ['host.docker.internal:169.254.169.254']", "extra_hosts: {a: 127.0.0.1}"),
    *("extra_hosts: {host.docker.internal: 10.0.0.1}", "extra_hosts: ['${H:-a}:1.1.1.1']"),
    *("dns_opt: [use-vc]", "external_links: [other]", "extends: {file: ../x.yaml, service: y}"),
    *("secrets: [key]", "configs: [key]", "credential_spec: {file: x.json}"),
    *("isolation: hyperv", "group_add: [docker]", "use_api_socket: true"),
    *("provider: {type: shell}", "post_start: [{command: id}]", "pre_stop: [{command: id}]"),
    *("models: [m]", "oom_kill_disable: true", "oom_score_adj: -1000", "storage_opt: {size: 1T}"),
    *("logging: {driver: syslog}", "logging: {driver: fluentd}", "links: [outsider]"),
    *("labels: {roundtable.run: x}", "labels: ['Roundtable.run=x']", "labels: [roundtable]"),
    *("deploy: {labels: {roundtable.run: x}}", "blkio_config: {weight: 300}"),
    *("deploy: {resources: {reservations: {devices: [{capabilities: [gpu]}]}}}",),
    *("networks: {default: {link_local_ips: [10.0.0.1]}}", "networks: [elsewhere]"),
    *("networks: {default: {driver_opts: {parent: eth0}}}",),
    *("mac_address: 02:42:ac:11:65:43", "volume_driver: flocker", "user: '-u'"),
    *("env_file: .env", "env_file: /etc/environment", "env_file: ../other.env"),
    *("env_file: ~/.bashrc", "env_file: [{path: /root/.env, required: false}]"),
    *("working_dir: ../..", "working_dir: /proc/1/root", "stop_signal: '--rm'"),
    *("container_name: '--privileged'", "ports: ['$(id):80']", "ports: ['0.0.0.0:80:80/sctp']"),
)

STORAGE = (
    *("volumes: ['/:/host']", "volumes: ['/etc:/etc:ro']", "volumes: ['/var/run:/run/host']"),
    *("volumes: ['/var/run/docker.sock:/var/run/docker.sock']",),
    *("volumes: ['//var/run/docker.sock:/x']", "volumes: ['/run/podman/podman.sock:/x:ro']"),
    *("volumes: ['./docker.sock:/var/run/docker.sock']", "volumes: ['.:/run/docker.sock']"),
    *("volumes: ['../:/up']", "volumes: ['./..:/up']", "volumes: ['./api/../../x:/up']"),
    *("volumes: ['.:/app/../..']", "volumes: ['~/:/home']", "volumes: ['~root/.ssh:/ssh']"),
    *("volumes: ['$$HOME:/home']", "volumes: ['$${HOME}/.ssh:/ssh']", "volumes: ['./$$HOME:/x']"),
    *(r"volumes: ['C:\Users:/users']", "volumes: ['C:/Users:/users']", r"volumes: ['..\x:/x']"),
    *(r"volumes: ['\\.\pipe\docker_engine:/x']", "volumes: ['.:/app:rshared']"),
    *("volumes: ['.:/app:ro,shared']", "volumes: ['./.git:/git']", "volumes: ['./.env:/x']"),
    *("volumes: ['./.ssh:/ssh']", "volumes: ['./api/.AWS/x:/x']", "volumes: ['undeclared:/x']"),
    *("volumes: ['api/main.py:/x']", "volumes: ['.:/']", "volumes: ['.:/proc']"),
    *("volumes: ['.:/sys/fs/cgroup']", "volumes: ['.:/dev']", "volumes: [':/app']"),
    *("volumes: ['.:']", "volumes: ['.:/a,type=bind']", "volumes: ['/proc']"),
    *("tmpfs: /sys", "tmpfs: ['/run:exec', '/proc']", "tmpfs: '/x,src=/'", "tmpfs: /a/../proc"),
    *("volumes: [{type: bind, source: /, target: /host}]",),
    *("volumes: [{type: bind, source: ~, target: /host}]",),
    *("volumes: [{type: bind, source: '~', target: /host}]",),
    *("volumes: [{type: bind, source: ../x, target: /host}]",),
    *("volumes: [{type: bind, source: ., target: /h, bind: {propagation: rshared}}]",),
    *("volumes: [{type: npipe, source: '//./pipe/docker_engine', target: /x}]",),
    *("volumes: [{type: image, source: busybox, target: /x}]",),
    *("volumes: [{type: cluster, source: x, target: /x}]",),
    *("volumes: [{type: tmpfs, source: /etc, target: /x}]",),
    *("volumes: [{type: volume, source: /etc, target: /x}]",),
    *("volumes: [{source: /etc, target: /x}]", "volumes: [{type: bind, source: /etc}]"),
    *("volumes: ['./api:/tmp/conf']", "volumes: ['./api:/tmp']", "volumes: ['./api:/dev/shm/x']"),
    *("tmpfs: /run/x\nvolumes: ['./api:/run/x/y'] #!", "volumes: [/a, './api:/a/b']"),
    *("volumes: ['./new:/a', './api:/a/b']", "volumes: [{type: bind, source: ., target: /tmp/x}]"),
    *("volumes: [{type: BIND, source: /etc, target: /x}]", "volumes: {a: /etc}"),
)

BUILDS = (
    *("build: https://example.test/x.git", "build: git@example.test:x.git", "build: /etc"),
    *("build: ..", "build: ~/x", "build: ./missing", "build: github.com/some/thing"),
    *("build: {context: 'git://example.test/x'}", "build: {context: ./api/../../x}"),
    *("build: {context: ., dockerfile: ../Dockerfile}", "build: {dockerfile: /etc/passwd}"),
    *("build: {context: api, dockerfile: ../../Dockerfile}", "build: {dockerfile: .env}"),
    *("build: {dockerfile: 'https://example.test/Dockerfile'}", "build: {ssh: [default]}"),
    *("build: {context: ., ssh: default}", "build: {context: ., secrets: [key]}"),
    *("build: {context: ., network: host}", "build: {context: ., privileged: true}"),
    *("build: {context: ., entitlements: [security.insecure]}",),
    *("build: {context: ., additional_contexts: {host: /}}",),
    *("build: {context: ., cache_from: ['type=local,src=/']}",),
    *("build: {context: ., cache_to: ['type=local,dest=/']}",),
    *("build: {context: ., extra_hosts: ['a:1.1.1.1']}", "build: {context: ., isolation: x}"),
    *("build: {context: ., args: {BUILDKIT_SYNTAX: evil/frontend}}",),
    *("build: {context: ., args: ['buildkit_syntax=evil/frontend']}",),
    *("build: {context: ., args: {'A=B --secret': x}}", "build: {target: '--output=/'}"),
    *("build: {context: ., labels: {roundtable.run: x}}", "build: {context: ., output: /}"),
)

IMAGES = (
    *("image: -v/:/host", "image: --privileged", "image: 'busybox --privileged'"),
    *("image: '../busybox'", "image: 'BusyBox'", "image: 'docker-image://busybox'"),
    *("image: 'sha256:abc'", "image: 'a//b'", "image: 'busybox@md5:00'", 'image: "busy\\nbox"'),
    *("image: roundtable-cache:abc", "image: roundtable-run-1", "image: roundtable-tools:1"),
    *("image: library/roundtable-cache:a", "image: docker.io/library/roundtable-run-1:1"),
    *("image: roundtable/x", "image: 0123456789ab", f"image: '{'a' * 64}'", "image: scratch"),
    *("image: 127.0.0.1:1/x", "image: 169.254.169.254:80/x", "image: localhost:5000/x"),
    *("image: localhost/x", "image: registry:5000/x", "image: host.docker.internal:5000/x"),
    *("image: '$SET'", "image: '${SET:+}'", "image: '${SET:?x}'"),
    *("image: '$(id)'", "image: [busybox]", "image: ${I:---privileged}", "image: ''"),
)

NESTED = (
    'volumes: ["${DIR:-/}:/host"]',
    "privileged: ${P:-true}",
    "privileged: ${P-yes}",
    "privileged: '${P:-${Q:-${R-on}}}'",
    "privileged: ${SET:+true}",
    "network_mode: ${N:-ho}st",
    "pid: $SET",
    "volumes: ['${DOT:-.}${DOT:-.}/x:/x']",
    "volumes: ['${A:-/var/run}/docker.${B:-sock}:/x']",
    "security_opt: ['${S:-seccomp}=unconfined']",
    "build: ${CONTEXT:-/}",
    "labels: ['${L:-roundtable}.run=x']",
    "env_file: ${E:-/etc/environment}",
    "environment: {A: '${MISSING:?must be given}'}",
    "environment: {A: '${OPEN'}",
    "environment: {A: '${A/b/c}'}",
    "cap_add: ['${C:-ALL}']",
    "volumes: ['${HOME}/.ssh:/ssh']",
    "ipc: ${IPC:-host}",
)

YAML_TRICKS = (
    "? privileged #!\n: true",
    '"privileged": true',
    '"\\x70rivileged": true',
    '"priv\\u0069leged": true',
    "'privileged' : !!bool 'true'",
    "{privileged: true}: x",
    "Privileged: true",
    "priviliged: true",
    "privileged : true",
    "pr\u0456vileged: true",
    "privileged: false\nprivileged: true #!",
    "privileged: !reset true",
    "cap_add: !override [ALL]",
    "command: !!python/object/apply:os.system [id]",
    "command: !!binary aWQ=",
    "command: ! id",
    "environment: !!set {A}",
    'command: "a\\0b"',
    'command: ["sh", "\\x1b[2J"]',
    'environment: {A: "\\x07"}',
    "environment: {'A B': x}",
    "environment: ['=x']",
    'environment: {"A\\nB": x}',
    '"<<": {privileged: true}',
    "<<: [{privileged: true}]",
    "<<: {cap_add: [ALL]}",
    "<<: nothing",
    "<<: {a: b}\n<<: {privileged: true} #!",
    "unknown_key: 1",
    "command: [sh, [nested]]",
    "volumes: [[/etc]]",
    "ports: [99999]",
    "ports: ['1-65535']",
    "ports: ['80:80:80:80']",
    "healthcheck: {test: [RUN, x]}",
    "healthcheck: {test: x, interval: 10}",
    "healthcheck: {test: x, hook: y}",
    "depends_on: [web]",
    "depends_on: [nobody]",
    "depends_on: {nobody: {condition: service_healthy}}",
    "depends_on: {web: {condition: whenever}}",
    "command: '(id)'",
    "mem_limit: lots",
    *("cpus: '0.000001'", "cpus: 0.009", "cpus: 1e-9", "cpus: '1e-9'", "cpus: .nan", "cpus: .inf"),
    *("cpus: NaN", "cpus: -1", "cpus: '-0.5'", "mem_limit: 5m", "mem_limit: 1", "mem_limit: -1"),
    "deploy: {resources: {limits: {cpus: '0.000001'}}}",
    "deploy: {resources: {limits: {memory: 5m}}}",
)

WHOLE = {
    "anchors": (
        "x-a: &a\n  privileged: true #!\nservices:\n  web:\n    <<: *a\n    image: busybox\n",
        "x-a: &a {image: busybox, cap_add: [ALL]} #!\nservices:\n  web: *a\n",
        "x-a: &a\n  pid: host #!\nx-b: &b\n  <<: *a\nservices:\n  web: {<<: [*b], image: a}\n",
        "x-v: &v ['/:/host'] #!\nservices:\n  web:\n    image: a\n    volumes: *v\n",
        "x-p: &p true\nservices:\n  web:\n    image: a\n    privileged: *p #!\n",
        "x-s: &s /etc:/etc #!\nservices:\n  web:\n    image: a\n    volumes: [*s]\n",
        "x-a: &a {ipc: none}\nx-b: &b {ipc: host} #!\nservices:\n  w: {<<: [*b, *a], image: a}\n",
        "services:\n  a: &a\n    image: a\n    uts: host #!\n  b:\n    <<: *a\n    uts: null\n",
        "services:\n  <<: {web: {image: a, privileged: true}} #!\n",
        "x-k: &k privileged\nservices:\n  web:\n    image: a\n    *k : true #!\n",
        "x-a: &a\n  b: *a #!\nservices: {web: {image: a}}\n",
        "services: {web: {image: a, command: *missing}} #!\n",
        "x-a: &a {x: '${P:-true}'}\nservices:\n  web:\n    image: a\n    <<: {gpus: *a} #!\n",
    ),
    "long form": tuple(
        "services:\n  web:\n    image: a\n    volumes:\n      - type: bind\n"
        f"        {source}\n        {target}\n"
        for source, target in (
            ("source: / #!", "target: /host"),
            ("source: ./api/../.. #!", "target: /host"),
            ("source: ${ROOT:-/etc} #!", "target: /host"),
            ("source: .", "target: /proc #!"),
            ("source: .", "target: /run/docker.sock #!"),
            ("source: .", "target: /a\n        privileged: true #!"),
        )
    ),
    "top level": (
        "include: [../other.yaml] #!\nservices: {web: {image: a}}\n",
        "services: {web: {image: a}}\nsecrets: {k: {file: /etc/passwd}} #!\n",
        "services: {web: {image: a}}\nsecrets: {k: {environment: HOME}} #!\n",
        "services: {web: {image: a}}\nconfigs: {k: {file: /etc/passwd}} #!\n",
        "services: {web: {image: a}}\nsecrets: {k: {file: ../x}} #!\n",
        "services: {web: {image: a}}\nsecrets: {k: {file: .env}} #!\n",
        "services: {web: {image: a}}\nsecrets: {k: {file: '${F:-/etc/shadow}'}} #!\n",
        "services: {web: {image: a}}\nsecrets: {k: {file: ~/.ssh/id_rsa}} #!\n",
        "services: {web: {image: a}}\nsecrets: {k: {external: true}} #!\n",
        "services: {web: {image: a}}\nconfigs: {k: {content: x}} #!\n",
        "services: {web: {image: a}}\nconfigs: {'../k': {file: api/main.py}} #!\n",
        "services: {web: {image: a, secrets: [{source: k, target: /proc/x}]}} #!\n"
        "secrets: {k: {file: api/main.py}}\n",
        "services: {web: {image: a, secrets: [{source: k, target: ../../x}]}} #!\n"
        "secrets: {k: {file: api/main.py}}\n",
        "services: {web: {image: a, configs: [{source: k, target: /tmp/x}]}} #!\n"
        "configs: {k: {file: api/main.py}}\n",
        "services: {web: {image: a, configs: [proc]}} #!\nconfigs: {proc: {file: api/main.py}}\n",
        "services: {web: {image: a}}\nnetworks:\n  n:\n    driver_opts:\n"
        "      com.docker.network.driver.mtu: 1\n      parent: eth0 #!\n",
        "services:\n  a: {build: ~, image: 'localhost:5000/x'} #!\n",
        "services:\n  a: {build: ., image: b}\n  b: {image: 'localhost:5000/x'} #!\n",
        "services: {web: {image: a}}\nmodels: {m: {model: x}} #!\n",
        "services: {web: {image: a}}\nvolumes: {d: {external: true}} #!\n",
        "services: {web: {image: a}}\nvolumes: {d: {external: {name: x}}} #!\n",
        "services: {web: {image: a}}\nvolumes: {d: {driver: nfs}} #!\n",
        "services: {web: {image: a}}\nvolumes:\n  d:\n    driver: local\n"
        "    driver_opts: {type: none, o: bind, device: /} #!\n",
        "services: {web: {image: a}}\nvolumes: {d: {driver_opts: {device: '${D:-/}'}}} #!\n",
        "services: {web: {image: a}}\nvolumes: {../d: {}} #!\n",
        "services: {web: {image: a, volumes: ['d:/d', './api:/d/x']}} #!\nvolumes: {d: }\n",
        "services: {web: {image: a}}\nvolumes: {d: {labels: {roundtable.x: y}}} #!\n",
        "services: {web: {image: a}}\nnetworks: {n: {external: true}} #!\n",
        "services: {web: {image: a}}\nnetworks: {n: {driver: host}} #!\n",
        "services: {web: {image: a}}\nnetworks: {n: {driver: macvlan}} #!\n",
        "services: {web: {image: a}}\nnetworks: {n: {driver: ipvlan}} #!\n",
        "services: {web: {image: a}}\nnetworks: {n: {driver_opts: {parent: eth0}}} #!\n",
        "services: {web: {image: a}}\nnetworks: {default: {name: host}} #!\n",
        "services: {web: {image: a}}\nsevices: {} #!\n",
        "services: {'../web': {image: a}} #!\n",
        "services: {'-v': {image: a}} #!\n",
        "services: {'a b': {image: a}} #!\n",
        "services: {web: {command: id}} #!\n",
        "services: {web: null} #!\n",
        "services: [web] #!\n",
        "web: {image: a, privileged: true} #!\n",
        "services: {web: {image: a}}\n--- #!\nservices: {web: {image: a, privileged: true}}\n",
        "services: {web: {image: a}}\nservices: {web: {image: a}} #!\n",
        "services: {}  #!\n",
        "services:\n  debug: {image: a, profiles: [x]} #!\n",
        "services:\n  a: {image: a, depends_on: [b]} #!\n  b: {image: a, depends_on: [a]}\n",
        "services:\n  a: {image: a, profiles: [x]}\n  b: {image: a, depends_on: [a]} #!\n",
        "services:\n  a: {image: a, healthcheck: {disable: true}}\n"
        "  b: {image: a, depends_on: {a: {condition: service_healthy}}} #!\n",
    ),
}


def _bomb() -> str:
    """Nine levels of nine: a billion values if it were ever built."""
    levels = ["x-0: &l0 [a, a, a, a, a, a, a, a, a]"]
    levels += [f"x-{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 10)]
    levels[4] += " #!"
    return "\n".join([*levels, "services: {web: {image: a, command: *l9}}"])


def _merge_bomb() -> str:
    wide = "x-w: &w {" + ", ".join(f"k{n}: v" for n in range(500)) + "}"
    many = [f"x-{n}: {{<<: *w}}" for n in range(60)]
    return "\n".join(["services: {web: {image: a}} #!", wide, *many])


BOUNDS = (
    _bomb(),
    _merge_bomb(),
    f"x: {'[' * 200} #!\n",
    "#!\n" + "services: {web: {image: a}}\n" + "# filler\n" * 20_000,
    "services:\n" + "".join(f"  s{n}: {{image: a}}{' #!' if n == 12 else ''}\n" for n in range(14)),
    "services: {web: {image: a, command: '" + "${A:-" * 30 + "}" * 30 + "'}} #!\n",
)

ATTACKS = (
    *(in_service("direct", fragment) for fragment in DIRECT),
    *(in_service("storage", fragment) for fragment in STORAGE),
    *(marked("build", f"services:\n  web:\n    {fragment} #!\n") for fragment in BUILDS),
    *(marked("image", f"services:\n  web:\n    {fragment} #!\n") for fragment in IMAGES),
    *(in_service("interpolation", fragment) for fragment in NESTED),
    *(in_service("yaml", fragment) for fragment in YAML_TRICKS),
    *(marked(family, text) for family, texts in WHOLE.items() for text in texts),
    *(marked("bounds", text) for text in BOUNDS),
)
