import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { WHEELS, withNeeds } from "./wheels";

const HERE = dirname(fileURLToPath(import.meta.url));
const MODULES = join(HERE, "../../../node_modules");

const APP = `
import asyncio
from contextlib import asynccontextmanager
from fastapi import BackgroundTasks, Depends, FastAPI, WebSocket
from fastapi.responses import StreamingResponse

seen = []

@asynccontextmanager
async def lifespan(app):
    seen.append("up")
    yield
    seen.append("down")

app = FastAPI(lifespan=lifespan)

def seven():
    yield 7

@app.middleware("http")
async def marked(request, call_next):
    answer = await call_next(request)
    answer.headers["x-marked"] = "yes"
    return answer

@app.get("/plain")
def plain(number: int = Depends(seven)):
    return number

@app.get("/slow")
async def slow():
    await asyncio.sleep(0.01)
    return await asyncio.to_thread(lambda: "from no thread")

@app.get("/stream")
def stream():
    return StreamingResponse(iter(["a", "b", "c"]))

@app.get("/later")
def later(tasks: BackgroundTasks):
    tasks.add_task(seen.append, "later")

@app.websocket("/echo")
async def echo(socket: WebSocket):
    await socket.accept()
    await socket.send_text(await socket.receive_text())
    await socket.close()
`;

const TESTS = `
import asyncio
import pytest
from fastapi.testclient import TestClient
from app import app, seen

def test_a_client_without_a_lifespan():
    client = TestClient(app)
    assert client.get("/plain").json() == 7
    assert client.get("/slow").json() == "from no thread"
    assert client.get("/stream").text == "abc"
    assert client.get("/plain").headers["x-marked"] == "yes"
    assert seen == []

def test_a_lifespan_and_what_comes_after_an_answer():
    with TestClient(app) as client:
        client.get("/later")
        assert seen == ["up", "later"]
        with client.websocket_connect("/echo") as socket:
            socket.send_text("hello")
            assert socket.receive_text() == "hello"
    assert seen == ["up", "later", "down"]

@pytest.mark.asyncio
async def test_a_client_within_a_coroutine():
    assert TestClient(app).get("/plain").json() == 7
    await asyncio.sleep(0)

@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_by_anyio(anyio_backend):
    await asyncio.sleep(0)

def test_a_loop_of_its_own():
    async def both():
        return await asyncio.gather(asyncio.sleep(0.01, 1), asyncio.sleep(0, 2))
    assert asyncio.run(both()) == [1, 2]

def test_what_never_comes_is_told():
    with pytest.raises(RuntimeError, match="never comes"):
        asyncio.run(asyncio.Event().wait())
`;

const RUN = `
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
const { wheels, files } = JSON.parse(readFileSync(0, "utf8"));
const python = await loadPyodide();
for (const path of wheels) {
  const extractDir = "/lib/python3.14/site-packages";
  python.unpackArchive(new Uint8Array(readFileSync(path)), "wheel", { extractDir });
}
python.FS.mkdir("/project");
for (const [path, text] of Object.entries(files)) python.FS.writeFile(path, text);
const code = await python.runPythonAsync(
  "import sys; sys.path.append('/home/pyodide'); import roundtable_harness as harness\\n" +
  "harness.go('tests', 'pytest', [''], ['test_app.py'])");
console.log("code " + code);
`;

it("runs a service's tests without threads, and without help of the browser", () => {
  const input = JSON.stringify({
    wheels: withNeeds(["fastapi", "httpx2", "pytest", "pytest-asyncio"]).map((name) =>
      join(MODULES, ".wheels", WHEELS[name]?.file ?? ""),
    ),
    files: {
      "/home/pyodide/roundtable_harness.py": readFileSync(join(HERE, "harness.py"), "utf8"),
      "/home/pyodide/roundtable_quiet.py": readFileSync(join(HERE, "quiet.py"), "utf8"),
      "/project/app.py": APP,
      "/project/test_app.py": TESTS,
    },
  });
  const words = ["--input-type=module", "-e", RUN];
  const options = { cwd: MODULES, encoding: "utf8", input, stdio: "pipe" } as const;
  const said = execFileSync(process.execPath, words, options);
  expect(said).toContain("6 passed");
  expect(said).toContain("code 0");
}, 120_000);
