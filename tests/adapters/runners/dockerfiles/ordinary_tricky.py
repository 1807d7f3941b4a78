"""Honest Dockerfiles that use the corners of the language. None of them is blocked either."""

TRICKY: dict[str, str] = {
    "heredocs": """# syntax=docker/dockerfile:1
FROM debian:bookworm-slim
RUN <<EOF
set -e
apt-get update
apt-get install -y curl
EOF
RUN <<-'SCRIPT'
	echo "tabs are taken off"
	SCRIPT
RUN python3 <<PY > /hello
print("hello")
PY
RUN <<EOT bash
echo shell
EOT
COPY <<first.txt <<second.txt /data/
one
first.txt
two
second.txt
COPY --chmod=755 <<"EOF" /entry.sh
#!/bin/sh
exec "$@"
EOF
ENTRYPOINT ["/entry.sh"]
""",
    "an interpreter": """FROM python:3.12-slim
RUN <<EOF
#!/usr/bin/env python3
import sys
print(sys.version, "it's")
EOF
""",
    "windows lines and a mark": "\ufeffFROM busybox\r\n# note\r\nRUN echo a \\\r\n && echo b\r\n",
    "another escape": """# escape=`
FROM busybox
ENV place=C:\\temp note="a `"b`" `$c"
RUN echo one `
    two
CMD ["sh"]
""",
    "small letters": "from busybox as Base\nrun true\nfrom busybox\ncopy --from=BASE /a /b\n",
    "comments inside": """FROM busybox
RUN set -x \\
    # first
    && true \\

    && true \\
  # last
    && true
""",
    "old forms": """FROM busybox
MAINTAINER Somebody <somebody@example.com>
ENV greeting hello world
LABEL description A thing with words
CMD echo $greeting
""",
    "all expansions": """ARG version=1.2.3-rc.1
FROM busybox:${version%%.*}
ARG version
ARG short=${version%-*} tail=${version##*-} dotted=${version//./_} one=${version/./-}
ARG maybe=${unset:-default} set=${version:+yes} plain=${unset-x}
ENV A=${short} B="${tail:-none}" C='$literal' D=\\$escaped E=${maybe:+${set}}
COPY $short ${dotted}/ /x/
LABEL "com.example.$one"="$version" org.opencontainers.image.source=https://example.com/x.git
""",
    "a shell of its own": """FROM debian:bookworm-slim
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN wget -O - https://example.com | wc -l > /number
HEALTHCHECK --interval=1m30s --timeout=500ms --start-interval=2s CMD ["true"]
HEALTHCHECK NONE
STOPSIGNAL 9
VOLUME ["/data", "/var/log/app"]
EXPOSE 8000-8010/tcp 53/udp
""",
    "mounts of stages": """FROM busybox AS tools
RUN mkdir /t && echo hi > /t/x
FROM busybox
WORKDIR /w
RUN --mount=from=tools,source=/t,target=/mnt/t,rw cat /mnt/t/x
RUN --mount=type=bind,from=0,src=t/x,dst=here cat here
RUN --mount=type=tmpfs,target=/scratch,size=10m --network=none touch /scratch/a
RUN --mount=type=cache,id=k,target=cache,sharing=locked,mode=0755,uid=1000 --network=default true
""",
    "arrays that are none": "FROM busybox\nCMD ['sh', '-c', 'true']\nRUN [ -d /tmp ] && true\n",
    "exec form": 'FROM busybox\nRUN ["sh", "-c", "echo \\"hi\\" $HOME"]\nCOPY ["a b", "/c d/"]\n',
    "shifts and here-strings": "FROM busybox\nRUN echo $((1 << 3)); cat <<< word; x='<<EOF'\n",
    "pinned": f"FROM --platform=linux/amd64 python:3.12@sha256:{'a1' * 32}\nUSER 1000\n",
    "variables of the image": """FROM golang:1.22
WORKDIR $GOPATH/src/app
COPY . $GOPATH/src/app/
USER ${APP_UID}
COPY --from=busybox $GOPATH/x /x
""",
    "a stage named as its image": """FROM node:20 AS node
FROM python AS python
COPY --from=node /a /a
""",
    "a name through ARG": "ARG base=builder\nFROM busybox AS builder\nFROM ${base} AS last\n",
    "options of COPY": """# syntax=docker/dockerfile:1-labs
FROM busybox
COPY --parents --exclude=*.md --exclude=*.tmp ./src/./lib /x/
COPY --link=true --chmod=u=rwX,go=rX --chown=1000 -- a /x/
ADD --chown=app:app --chmod=0644 data/notes.txt /x/
""",
    "a port with a default, and labels of an extension": """FROM node:20-slim
LABEL com.docker.extension.icon="https://x.test/i.svg" \\
      org.opencontainers.image.title="shop"
ARG PORT
ENV PORT=${PORT:-3000}
RUN npm ci
EXPOSE $PORT $ADMIN_PORT
CMD ["node", "."]
""",
    "the end goes on": "FROM busybox\nRUN true \\\n",
}
