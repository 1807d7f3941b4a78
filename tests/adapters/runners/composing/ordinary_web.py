"""Web applications, and several services from one template."""

from tests.adapters.runners.composing.shapes import NODE, PYTHON, ordinary

WEB = (
    ordinary(
        "FastAPI with postgres and redis",
        """
        version: "3.9"
        services:
          api:
            build: .
            command: uvicorn app.main:app --host 0.0.0.0 --port 8000 --reload
            ports:
              - "8000:8000"
            environment:
              - DATABASE_URL=postgresql://app:${POSTGRES_PASSWORD:-app}@db:5432/app
              - REDIS_URL=redis://redis:6379/0
            depends_on:
              db:
                condition: service_healthy
              redis:
                condition: service_started
            volumes:
              - ./app:/app/app
          db:
            image: postgres:16-alpine
            restart: unless-stopped
            environment:
              POSTGRES_USER: app
              POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-app}
              POSTGRES_DB: app
            volumes:
              - pgdata:/var/lib/postgresql/data
            healthcheck:
              test: ["CMD-SHELL", "pg_isready -U app"]
              interval: 5s
              timeout: 3s
              retries: 5
          redis:
            image: redis:7-alpine
        volumes:
          pgdata:
        """,
        "db redis api",
        files={"Dockerfile": PYTHON, "app/main.py": "app = 1\n"},
        facts={
            "api.ports": (8000,),
            "api.environment.DATABASE_URL": "postgresql://app:app@db:5432/app",
            "api.after": {"db": "healthy", "redis": "started"},
            "api.command": (
                *("uvicorn", "app.main:app", "--host", "0.0.0.0", "--port", "8000", "--reload"),
            ),
            "api.copies.0.source": "app",
            "api.build.dockerfile": "Dockerfile",
            "db.image": "postgres:16-alpine",
            "db.mounts.0.volume": "pgdata",
            "db.health.command": ("/bin/sh", "-c", "pg_isready -U app"),
            "db.health.interval": 5.0,
            "db.health.retries": 5,
        },
        notes=("not live", "free port", "db: restart is not done", "version"),
    ),
    ordinary(
        "Node with mongo and a source mount",
        """
        services:
          app:
            build:
              context: ./server
              dockerfile: Dockerfile
              args:
                NODE_ENV: development
            working_dir: /usr/src/app
            user: node
            ports: ["3000:3000", "9229:9229"]
            volumes:
              - ./server:/usr/src/app
              - /usr/src/app/node_modules
            command: ["npm", "run", "dev"]
            links:
              - mongo:database
          mongo:
            image: mongo:7
            container_name: my_mongo
            ports:
              - 27017:27017
            volumes:
              - mongo-data:/data/db
        volumes:
          mongo-data: {}
        """,
        "mongo app",
        files={"server/Dockerfile": NODE, "server/index.js": "1\n"},
        facts={
            "app.build.context": "server",
            "app.build.args": {"NODE_ENV": "development"},
            "app.ports": (3000, 9229),
            "app.mounts.0.target": "/usr/src/app/node_modules",
            "app.user": "node",
            "app.working_dir": "/usr/src/app",
            "mongo.ports": (27017,),
            "mongo.aliases": ("my_mongo", "database"),
            "app.after": {"mongo": "started"},
        },
        notes=("node_modules is in memory, and gone with the run",),
    ),
    ordinary(
        "WordPress-like",
        """
        services:
          wordpress:
            image: wordpress:6.5-apache
            restart: always
            ports:
              - 8080:80
            environment:
              WORDPRESS_DB_HOST: db
              WORDPRESS_DB_PASSWORD: ${DB_PASSWORD}
            volumes:
              - wordpress:/var/www/html
            depends_on: [db]
          db:
            image: mysql:8.0
            environment:
              MYSQL_RANDOM_ROOT_PASSWORD: '1'
              MYSQL_PASSWORD: ${DB_PASSWORD}
            volumes:
              - db:/var/lib/mysql
        volumes:
          wordpress:
          db:
        """,
        "db wordpress",
        facts={
            "wordpress.environment.WORDPRESS_DB_PASSWORD": "",
            "db.environment.MYSQL_RANDOM_ROOT_PASSWORD": "1",
            "wordpress.ports": (80,),
        },
        notes=("DB_PASSWORD is not given",),
    ),
    ordinary(
        "Vite, an API, and nginx before them",
        """
        services:
          nginx:
            image: nginx:1.27-alpine
            volumes:
              - ./nginx/default.conf:/etc/nginx/conf.d/default.conf:ro
            ports:
              - target: 80
                published: "${HTTP_PORT:-8080}"
                protocol: tcp
                mode: host
            depends_on:
              - web
              - api
            networks: [front, back]
          web:
            build: {context: ./web, target: dev}
            expose: ["5173"]
            networks:
              front:
                aliases: [vite]
          api:
            build: ./api
            expose: [8000]
            networks: [back]
        networks:
          front:
            driver: bridge
          back:
            internal: true
        """,
        "web api nginx",
        files={
            "nginx/default.conf": "server {}\n",
            "web/Dockerfile": NODE,
            "api/Dockerfile": PYTHON,
        },
        facts={
            "nginx.copies.0.target": "/etc/nginx/conf.d/default.conf",
            "nginx.copies.0.source": "nginx/default.conf",
            "nginx.ports": (80,),
            "web.build.target": "dev",
            "web.ports": (),
            "web.aliases": ("vite",),
            "api.build.dockerfile": "api/Dockerfile",
        },
        notes=("share a single, internal network",),
    ),
    ordinary(
        "one service in flow style, of an old version",
        "version: '2'\nservices: {web: {build: ., ports: ['5000'], command: python app.py}}\n",
        "web",
        facts={"web.ports": (5000,), "web.command": ("python", "app.py")},
    ),
    ordinary(
        "JSON, which is YAML",
        '{"services": {"web": {"image": "busybox", "command": ["sleep", "1"]}}}\n',
        "web",
        facts={"web.command": ("sleep", "1"), "web.build": None},
    ),
)

TEMPLATES = (
    ordinary(
        "Django with celery, from one template",
        """
        x-app: &app
          build: .
          env_file:
            - config/app.env
          environment: &env
            DJANGO_SETTINGS_MODULE: proj.settings
            DEBUG: "1"
          volumes:
            - .:/code
          depends_on:
            redis: {condition: service_started}
            migrate: {condition: service_completed_successfully}
        services:
          web:
            <<: *app
            command: gunicorn proj.wsgi -b 0.0.0.0:8000
            ports: ["8000:8000"]
          worker:
            <<: *app
            command: celery -A proj worker -l info
            environment:
              <<: *env
              C_FORCE_ROOT: "true"
          beat:
            <<: *app
            command: celery -A proj beat
          migrate:
            <<: *app
            command: python manage.py migrate
            depends_on: [redis]
          redis:
            image: redis:7
        """,
        "redis migrate web worker beat",
        files={"Dockerfile": PYTHON, "config/app.env": "TZ=UTC\nDEBUG=0 # not on\n"},
        facts={
            "worker.environment": {
                "TZ": "UTC",
                "DEBUG": "1",
                "DJANGO_SETTINGS_MODULE": "proj.settings",
                "C_FORCE_ROOT": "true",
            },
            "web.after": {"redis": "started", "migrate": "completed"},
            "migrate.after": {"redis": "started"},
            "web.copies.0.source": "",
            "web.copies.0.target": "/code",
        },
    ),
    ordinary(
        "an image that is built once and used by name",
        """
        services:
          web:
            image: shop
            build: .
          worker:
            image: shop:latest
            command: python worker.py
            deploy:
              replicas: 3
              resources:
                limits: {cpus: "0.50", memory: 256M}
                reservations: {memory: 64M}
        """,
        "web worker",
        facts={
            "worker.build.dockerfile": "Dockerfile",
            "worker.image": "",
            "worker.memory_mb": 256,
            "worker.cpus": 0.5,
        },
        notes=("run once",),
    ),
    ordinary(
        "merges of several templates",
        """
        x-logging: &logging
          logging: {driver: json-file, options: {max-size: 10m}}
        x-limits: &limits
          mem_limit: 128m
          restart: "no"
        x-base: &base
          <<: [*logging, *limits]
          init: true
          mem_limit: 64m
        services:
          a: {<<: *base, image: busybox, command: "true"}
          b: {<<: [*limits, *base], image: busybox, command: sleep 1}
        """,
        "a b",
        facts={"a.memory_mb": 64, "b.memory_mb": 128, "a.command": ("true",)},
    ),
    ordinary(
        "profiles",
        """
        services:
          app:
            image: busybox
            depends_on:
              adminer: {condition: service_started, required: false}
          adminer:
            image: adminer
            profiles: [debug]
            ports: ["8081:8080"]
          probe:
            image: busybox
            profiles: ["tools"]
            privileged: true
        """,
        "app",
        facts={"app.after": {}},
        notes=("adminer is left out", "probe is left out"),
    ),
)
