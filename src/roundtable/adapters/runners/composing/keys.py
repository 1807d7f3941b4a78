"""Which keys of a compose file are read, which are not needed, and which are refused, and why."""

from roundtable.adapters.runners.composing.admitting import Keys

_HOST = "it would reach into this machine"
_NAMESPACE = "it would share a namespace of this machine or of another container"
_RIGHTS = "a container is given no further rights"
INSIDE_ONLY = "names are resolved inside the run only"
_FILES = "only this one file is read"
_NOT_GIVEN = (
    "it would read files or variables of this machine; give variables to the run explicitly"
)
_STORE = "volumes belong to the run and go with it; nothing outside is used"
NETWORK_OF_RUN = "all services share one network of the run; it is not set up otherwise"
NOTHING_ELSE = "a build is given nothing but its folder and its arguments"
_KERNEL = "it would change how this machine's kernel treats it"
_PROGRAM = "it would start a program that is no service of the run"

TOP = Keys(
    taken=("services", "volumes", "networks", "secrets", "configs"),
    unneeded=("version", "name"),
    refused={
        "include": _FILES,
        "models": "models are not provided to a run",
    },
)

SERVICE = Keys(
    taken=(
        *("image", "build", "command", "entrypoint", "environment", "env_file", "ports", "expose"),
        *("working_dir", "user", "depends_on", "links", "healthcheck", "volumes", "tmpfs"),
        *("networks", "container_name", "logging", "profiles", "labels", "mem_limit", "cpus"),
        *("deploy", "scale", "security_opt", "network_mode", "ipc", "stop_signal", "restart"),
        *("extra_hosts", "secrets", "configs"),
    ),
    unneeded=(
        *("hostname", "domainname", "stop_grace_period", "init", "stdin_open", "tty", "platform"),
        *("pull_policy", "ulimits", "read_only", "cap_drop", "shm_size", "develop", "attach"),
        *("mem_reservation", "memswap_limit", "pids_limit", "cpu_shares", "cpu_quota"),
        *("cpu_period", "cpu_count", "cpu_percent", "cpuset", "annotations"),
    ),
    refused={
        "privileged": "a container without bounds has the rights of this machine",
        "cap_add": _RIGHTS,
        "group_add": _RIGHTS,
        "devices": _HOST,
        "device_cgroup_rules": _HOST,
        "gpus": _HOST,
        "blkio_config": _HOST,
        "use_api_socket": "the engine's socket is the whole of this machine",
        "pid": _NAMESPACE,
        "uts": _NAMESPACE,
        "userns_mode": _NAMESPACE,
        "cgroup": _NAMESPACE,
        "cgroup_parent": _NAMESPACE,
        "runtime": _KERNEL,
        "isolation": _KERNEL,
        "sysctls": _KERNEL,
        "oom_kill_disable": _KERNEL,
        "oom_score_adj": _KERNEL,
        "storage_opt": _KERNEL,
        "volumes_from": "it would take over what other containers see; name the volumes",
        "volume_driver": _STORE,
        "dns": INSIDE_ONLY,
        "dns_opt": INSIDE_ONLY,
        "dns_search": INSIDE_ONLY,
        "mac_address": NETWORK_OF_RUN,
        "external_links": "it would reach containers that are not of the run",
        "extends": f"{_FILES}; use an anchor (&name, <<: *name)",
        "credential_spec": _NOT_GIVEN,
        "provider": _PROGRAM,
        "post_start": _PROGRAM,
        "pre_stop": _PROGRAM,
        "models": "models are not provided to a run",
    },
)

BUILD = Keys(
    taken=("context", "dockerfile", "dockerfile_inline", "target", "args", "labels", "cache_from"),
    unneeded=("ulimits", "shm_size", "no_cache", "pull", "tags", "platforms"),
    refused={
        "ssh": _NOT_GIVEN,
        "secrets": _NOT_GIVEN,
        "network": NOTHING_ELSE,
        "privileged": "a build without bounds has the rights of this machine",
        "entitlements": NOTHING_ELSE,
        "additional_contexts": NOTHING_ELSE,
        "cache_to": NOTHING_ELSE,
        "extra_hosts": INSIDE_ONLY,
        "isolation": NOTHING_ELSE,
    },
)

VOLUME = Keys(
    taken=("labels", "driver"),
    unneeded=("name",),
    refused={"external": _STORE, "driver_opts": f"{_STORE}: with options it can be any folder"},
)

NETWORK = Keys(
    taken=("labels", "driver", "name", "internal", "driver_opts"),
    unneeded=("attachable", "enable_ipv4", "enable_ipv6", "ipam"),
    refused={"external": NETWORK_OF_RUN},
)

ATTACHMENT = Keys(
    taken=("aliases", "ipv4_address", "ipv6_address"),
    unneeded=("priority", "gw_priority"),
    refused=dict.fromkeys(
        ("link_local_ips", "mac_address", "driver_opts", "interface_name"),
        f"{NETWORK_OF_RUN}; reach a service by its name",
    ),
)

HEALTH = Keys(
    taken=("test", "interval", "timeout", "retries", "start_period", "disable"),
    unneeded=("start_interval",),
)

WAIT = Keys(taken=("condition", "required"), unneeded=("restart",))

PORT = Keys(
    taken=("target", "published", "protocol"),
    unneeded=("host_ip", "mode", "name", "app_protocol"),
)

PLACE = Keys(
    taken=("type", "source", "target", "read_only", "bind", "volume", "tmpfs"),
    unneeded=("consistency",),
)
BIND = Keys(
    taken=("propagation",),
    unneeded=("create_host_path", "selinux"),
    refused={"recursive": "mounts are not passed on"},
)
VOLUME_OPTIONS = Keys(
    taken=("labels",), unneeded=("nocopy",), refused={"subpath": "a part of a volume is not used"}
)
TMPFS_OPTIONS = Keys(taken=(), unneeded=("size", "mode"))

GIVEN = Keys(
    taken=("file",),
    unneeded=("name", "labels"),
    refused={
        "environment": _NOT_GIVEN,
        "content": "a text in this file is not laid out; put it into a file of the project",
        "external": _NOT_GIVEN,
        "driver": _NOT_GIVEN,
        "driver_opts": _NOT_GIVEN,
        "template_driver": _NOT_GIVEN,
    },
)
"""A secret or a config, where it is declared."""
GIVEN_TO = Keys(taken=("source", "target"), unneeded=("uid", "gid", "mode"))
"""And where a service takes it."""

ENV_FILE = Keys(taken=("path", "required", "format"))
LOGGING = Keys(taken=("driver",), unneeded=("options",))

DEPLOY = Keys(
    taken=("resources", "replicas", "labels", "restart_policy"),
    unneeded=("mode", "placement", "update_config", "rollback_config", "endpoint_mode"),
)
RESOURCES = Keys(taken=("limits", "reservations"))
LIMITS = Keys(taken=("cpus", "memory"), unneeded=("pids",), refused={"devices": _HOST})
RESERVATIONS = Keys(
    taken=(),
    unneeded=("cpus", "memory"),
    refused={"devices": _HOST, "generic_resources": _HOST},
)
