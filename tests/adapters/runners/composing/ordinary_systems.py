"""Variables and their files, queues, brokers, data folders, tests beside what they test."""

from tests.adapters.runners.composing.shapes import PYTHON, ordinary

SETTINGS = (
    ordinary(
        "defaults for everything, and some given",
        """
        name: ${PROJECT:-demo}
        services:
          app:
            image: ${REGISTRY:-docker.io}/library/python:${PYTHON_VERSION:-3.12}-slim
            environment:
              MODE: ${MODE:-development}
              EMPTY: ${EMPTY-default}
              FLAG: ${FLAG:+--flag}
              URL: http://${HOST:-${FALLBACK:-localhost}}:${PORT:-80}/
              PRICE: $$5
              TOKEN:
              ABSENT:
            ports: ["${PORT:-8080}:80"]
        """,
        "app",
        variables={"MODE": "test", "EMPTY": "", "FLAG": "1", "TOKEN": "t0"},
        facts={
            "app.image": "docker.io/library/python:3.12-slim",
            "app.environment": {
                "MODE": "test",
                "EMPTY": "",
                "FLAG": "--flag",
                "URL": "http://localhost:80/",
                "PRICE": "$5",
                "TOKEN": "t0",
            },
        },
        notes=("ABSENT is not given",),
    ),
    ordinary(
        "the developer's .env",
        """
        services:
          bot:
            build: .
            env_file: .env
            environment: [LOG_LEVEL=debug, API_KEY]
        """,
        "bot",
        variables={"API_KEY": "k", "LOG_LEVEL": "info"},
        facts={"bot.environment": {"API_KEY": "k", "LOG_LEVEL": "debug"}},
    ),
    ordinary(
        "a .env that is not required",
        """
        services:
          bot:
            build: .
            env_file:
              - path: .env.local
                required: false
              - .env.example
        """,
        "bot",
        files={"Dockerfile": PYTHON, ".env.example": "export A='x y'\nB=\"${A} z\"\n"},
        facts={"bot.environment": {"A": "x y", "B": "x y z"}},
        notes=(".env.local is not there",),
    ),
    ordinary(
        "numbers and words that YAML 1.1 would change",
        """
        services:
          app:
            image: busybox
            user: 1000:1000
            environment: {A: yes, B: 22:22, C: 0644, D: 1.10, E: true, F: 1_000, G: '010', H: 8080}
            ports: [22:22, 3000-3002, "127.0.0.1:9000:9000", "53:53/udp", "[::1]:81:80/tcp"]
        """,
        "app",
        facts={
            "app.user": "1000:1000",
            "app.environment": {
                "A": "yes",
                "B": "22:22",
                "C": "420",
                "D": "1.1",
                "E": "true",
                "F": "1000",
                "G": "010",
                "H": "8080",
            },
            "app.ports": (22, 3000, 3001, 3002, 9000, 80),
        },
        notes=("only TCP",),
    ),
    ordinary(
        "a Dockerfile inside",
        """
        services:
          app:
            build:
              context: .
              dockerfile_inline: |
                FROM python:3.12-slim
                RUN echo $$HOME
            entrypoint: []
            command: sh -c "echo 'a b' && sleep 1"
        """,
        "app",
        facts={
            "app.build.text": "FROM python:3.12-slim\nRUN echo $HOME\n",
            "app.build.first_line": 6,
            "app.build.dockerfile": "compose.yaml",
            "app.entrypoint": (),
            "app.command": ("sh", "-c", "echo 'a b' && sleep 1"),
        },
    ),
)

SYSTEMS = (
    ordinary(
        "a worker and its queue, hardened",
        """
        services:
          queue:
            image: rabbitmq:3.13-management
            hostname: queue
            ports: ["15672:15672"]
            healthcheck:
              test: rabbitmq-diagnostics -q ping
              interval: 1m30s
              timeout: 10s
              start_period: 500ms
              start_interval: 1s
            volumes:
              - type: volume
                source: queue
                target: /var/lib/rabbitmq
                volume: {nocopy: true}
          worker:
            build: .
            read_only: true
            privileged: false
            cap_drop: [ALL]
            cap_add: []
            security_opt: ["no-new-privileges:true"]
            tmpfs: ["/tmp", "/run:size=16m"]
            stop_grace_period: 30s
            stop_signal: SIGINT
            ulimits: {nofile: {soft: 1024, hard: 2048}}
            shm_size: 64m
            platform: linux/amd64
            pull_policy: missing
            labels: {com.example.team: queue}
            depends_on: {queue: {condition: service_healthy, restart: true}}
        volumes:
          queue: {driver: local, name: queue_data, labels: [a=b]}
        """,
        "queue worker",
        facts={
            "queue.health.command": ("/bin/sh", "-c", "rabbitmq-diagnostics -q ping"),
            "queue.health.interval": 90.0,
            "queue.health.start_period": 0.5,
            "queue.mounts.0.target": "/var/lib/rabbitmq",
            "worker.tmpfs": ("/tmp", "/run"),
            "worker.stop_signal": "SIGINT",
            "worker.after": {"queue": "healthy"},
        },
    ),
    ordinary(
        "data folders that are not in the project",
        """
        services:
          db:
            image: postgres:16
            volumes:
              - ./data/postgres:/var/lib/postgresql/data:z
              - ./init:/docker-entrypoint-initdb.d:ro
              - type: bind
                source: ./conf/pg.conf
                target: /etc/pg.conf
                read_only: true
                bind: {create_host_path: false}
              - type: tmpfs
                target: /scratch
                tmpfs: {size: 1048576}
        """,
        "db",
        files={"init/1.sql": "select 1;\n", "conf/pg.conf": "a = 1\n"},
        facts={
            "db.tmpfs": ("/var/lib/postgresql/data", "/scratch"),
            "db.copies.0.source": "init",
            "db.copies.1.source": "conf/pg.conf",
        },
        notes=("./data/postgres:/var/lib/postgresql/data:z is not in the project",),
    ),
    ordinary(
        "a broker and its tools",
        """
        services:
          kafka:
            image: confluentinc/cp-kafka:7.6.0
            environment:
              KAFKA_NODE_ID: 1
              KAFKA_LISTENERS: PLAINTEXT://kafka:29092,CONTROLLER://kafka:29093
              KAFKA_LOG_DIRS: '/tmp/kraft'
            healthcheck: {test: [CMD, nc, -z, localhost, "29092"], retries: 10}
          topics:
            image: confluentinc/cp-kafka:7.6.0
            entrypoint: ["/bin/sh", "-c"]
            command:
              - |
                kafka-topics --create --topic a
                kafka-topics --list
            depends_on: {kafka: {condition: service_healthy}}
          consumer:
            build: {context: ., dockerfile: ./docker/consumer.Dockerfile}
            depends_on: {topics: {condition: service_completed_successfully}}
        """,
        "kafka topics consumer",
        files={"docker/consumer.Dockerfile": PYTHON},
        facts={
            "kafka.environment.KAFKA_NODE_ID": "1",
            "kafka.health.command": ("nc", "-z", "localhost", "29092"),
            "topics.command": ("kafka-topics --create --topic a\nkafka-topics --list\n",),
            "consumer.build.dockerfile": "docker/consumer.Dockerfile",
            "consumer.after": {"topics": "completed"},
        },
    ),
    ordinary(
        "watch for development, and a check that is off",
        """
        x-anything: [1, {a: b}]
        services:
          web:
            build: .
            tty: true
            stdin_open: true
            x-owner: web team
            develop: {watch: [{action: sync, path: ./web, target: /src}]}
            healthcheck: {disable: true}
            network_mode: bridge
            command:
            scale: 1
            logging: {driver: none}
            extra_hosts: []
        networks: {default: {name: web_net, ipam: {config: [{subnet: 10.9.0.0/24}]}}}
        """,
        "web",
        facts={"web.health": None, "web.command": None},
        notes=("whatever network_mode says",),
    ),
    ordinary(
        "Laravel as Sail writes it",
        """
        services:
          laravel.test:
            build:
              context: .
              args: {WWWGROUP: '${WWWGROUP}'}
              cache_from: [sail-8.3/app]
            image: sail-8.3/app
            extra_hosts: ['host.docker.internal:host-gateway']
            ports: ['${APP_PORT:-80}:80']
            networks: [sail]
          queue:
            image: sail-8.3/app
            restart: on-failure
            networks: {sail: {ipv4_address: 172.28.0.9}}
        networks:
          sail:
            driver: bridge
            driver_opts: {com.docker.network.driver.mtu: 1450}
            ipam: {config: [{subnet: 172.28.0.0/16}]}
        """,
        "laravel.test queue",
        facts={
            "queue.image": "",
            "queue.build.dockerfile": "Dockerfile",
        },
        notes=(
            "queue: restart is not done",
            "does not reach this machine",
            "no address is fixed",
            "build: not needed here: cache_from",
            "driver_opts",
        ),
    ),
    ordinary(
        "secrets and configs from the project",
        """
        services:
          db:
            image: postgres:16
            domainname: example.test
            cpu_quota: 50000
            annotations: {team: data}
            environment: {POSTGRES_PASSWORD_FILE: /run/secrets/db_password}
            secrets: [db_password]
            configs:
              - {source: tuning, target: /etc/tuning.conf, mode: 0440}
        secrets:
          db_password: {file: ./db/password.txt}
        configs:
          tuning: {file: db/tuning.conf}
        """,
        "db",
        files={"db/password.txt": "x", "db/tuning.conf": "y"},
        facts={
            "db.copies.0.source": "db/password.txt",
            "db.copies.0.target": "/run/secrets/db_password",
            "db.copies.1.target": "/etc/tuning.conf",
        },
        notes=("secrets: db_password it has a copy", "domainname, cpu_quota, annotations"),
    ),
    ordinary(
        "tests beside the service they ask",
        """
        services:
          tests:
            build: {context: tests, dockerfile: ../Dockerfile}
            command: pytest -q "tests/a b" && echo done
            environment: {BASE_URL: "http://api:8000"}
            depends_on: {api: {condition: service_healthy}}
          api:
            build: .
            healthcheck:
              test: ["CMD", "python", "-c", "import urllib.request as u; u.urlopen('http://x')"]
              interval: 1s
        """,
        "api tests",
        files={"Dockerfile": PYTHON, "tests/test_a.py": "\n"},
        facts={
            "tests.build.context": "tests",
            "tests.build.dockerfile": "Dockerfile",
            "tests.command": ("pytest", "-q", "tests/a b"),
        },
        notes=("ends before the first",),
    ),
)
