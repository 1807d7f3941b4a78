"""Twelve small projects as tables build them, from an API to one that forks without end."""

from collections.abc import Mapping

FASTAPI_IMAGE = "tests-of-roundtable-fastapi:1"
"""Made by the tests from what is installed here: no registry is asked."""

_PYTHON = 'FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\nCMD ["python", "main.py"]\n'

API = {
    "Dockerfile": f"FROM {FASTAPI_IMAGE}\nWORKDIR /app\nCOPY app.py .\nEXPOSE 8000\n"
    'CMD ["python", "-m", "uvicorn", "app:app", "--host", "0.0.0.0", "--port", "8000"]\n',
    "app.py": "from fastapi import FastAPI\n\napp = FastAPI()\n\n\n"
    '@app.get("/notes/{number}")\ndef note(number: int) -> dict[str, int]:\n'
    '    return {"number": number}\n',
}
CLI = {
    "Dockerfile": "FROM python:3.12-slim\nWORKDIR /app\nCOPY requirements.txt .\n"
    "RUN pip install --no-index -r requirements.txt\nCOPY . .\n"
    'ENTRYPOINT ["python", "-m", "greet"]\nCMD ["Ann"]\n',
    "requirements.txt": "",
    "greet/__init__.py": "",
    "greet/__main__.py": "import sys\nimport time\n\n"
    "time.sleep(0.2)\nprint('Good day,', *sys.argv[1:])\n",
}
"""After a moment: an engine may lose the words of one that ends at once."""
WORKER = {
    "compose.yaml": """
services:
  worker:
    build: .
    command: python worker.py
    depends_on:
      queue:
        condition: service_healthy
  queue:
    build: .
    command: python queue_server.py
    healthcheck:
      test: ["CMD", "python", "-c", "import socket; socket.create_connection(('127.0.0.1', 9000))"]
      interval: 1s
""",
    "Dockerfile": _PYTHON,
    "queue_server.py": "import socketserver\n\nJOBS = [f'job {n}' for n in range(3)]\n\n\n"
    "class Queue(socketserver.StreamRequestHandler):\n    def handle(self):\n"
    "        if self.rfile.readline().strip() == b'next':\n"
    "            self.wfile.write((JOBS.pop(0) if JOBS else '').encode())\n\n\n"
    "socketserver.ThreadingTCPServer.allow_reuse_address = True\n"
    "socketserver.ThreadingTCPServer(('', 9000), Queue).serve_forever()\n",
    "worker.py": "import socket\n\nwhile True:\n"
    "    with socket.create_connection(('queue', 9000)) as queue:\n"
    "        queue.sendall(b'next\\n')\n        job = queue.recv(100).decode()\n"
    "    if not job:\n        break\n    print('done:', job)\n",
}
NODE = {
    "Dockerfile": "FROM node:20-slim\nWORKDIR /app\nCOPY server.js .\nEXPOSE 3000\nUSER node\n"
    'CMD ["node", "server.js"]\n',
    "server.js": "require('http').createServer((ask, say) => say.end('node says ' + ask.url))"
    ".listen(3000, () => console.log('listening'));\n",
}
SITE = {
    "Dockerfile": "FROM busybox\nCOPY site /www\nEXPOSE 8080\n"
    'CMD ["httpd", "-f", "-p", "8080", "-h", "/www"]\n',
    "site/index.html": "<h1>Hello</h1>\n",
}
TWO = {
    "compose.yaml": """
x-python: &python
  build: .
services:
  store:
    <<: *python
    command: python store.py
    volumes: [kept:/kept]
    healthcheck:
      test: python -c "import urllib.request as u; u.urlopen('http://localhost:8000/')"
      interval: 1s
  reader:
    <<: *python
    command: ["python", "-c", "import urllib.request as u; print(u.urlopen('http://store:8000/x').read())"]
    volumes: ["kept:/kept:ro"]
    depends_on: {store: {condition: service_healthy}}
volumes:
  kept:
""",
    "Dockerfile": _PYTHON,
    "store.py": "import functools\nimport http.server\n\n"
    "open('/kept/x', 'w').write('from the volume')\n"
    "handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory='/kept')\n"
    "http.server.HTTPServer(('', 8000), handler).serve_forever()\n",
}
UNBUILDABLE = {
    "Dockerfile": "FROM python:3.12-slim\nWORKDIR /app\nCOPY . .\n"
    "RUN echo building && python setup_everything.py\n" + 'CMD ["python", "main.py"]\n',
    "main.py": "print('never')\n",
}
CRASHING = {
    "Dockerfile": _PYTHON,
    "main.py": "def total(rows):\n    return sum(row['price'] for row in rows)\n\n\n"
    "print('starting')\ntotal([{'price': 1}, {}])\n",
}
ENDLESS = {
    "Dockerfile": _PYTHON,
    "main.py": "import time\n\nwhile True:\n    print('tick')\n    time.sleep(0.5)\n",
}
FLOODING = {
    "Dockerfile": _PYTHON,
    "main.py": "number = 0\nwhile True:\n    number += 1\n    print('line', number)\n",
}
FORKING = {
    "Dockerfile": _PYTHON,
    "main.py": "import os\n\nprint('forking')\nwhile True:\n    try:\n        os.fork()\n"
    "    except OSError:\n        pass\n",
}
GREEDY = {
    "Dockerfile": _PYTHON,
    "main.py": "import time\n\nprint('eating')\ntime.sleep(0.5)\nkept = []\n"
    "while True:\n    kept.append(bytearray(10_000_000))\n",
}
"""After a moment: an engine may not see why one is killed that it has only just started."""
ALL: Mapping[str, Mapping[str, str]] = {
    "an API with FastAPI": API,
    "a command": CLI,
    "a worker with a queue": WORKER,
    "a Node service": NODE,
    "a static site": SITE,
    "two services": TWO,
    "one that fails to build": UNBUILDABLE,
    "one that crashes": CRASHING,
    "one that never ends": ENDLESS,
    "one that floods its log": FLOODING,
    "one that forks without end": FORKING,
    "one that eats memory": GREEDY,
}
