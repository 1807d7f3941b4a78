"""A small service with its tests and its page, as tables build them; it is run in the browser."""

from collections.abc import Mapping

_APP = '''\
"""A shop that keeps what it sells for as long as it runs."""

from contextlib import asynccontextmanager

import uvicorn
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, Field


@asynccontextmanager
async def lifespan(app: FastAPI):
    app.state.sold = {"ale": 3.5}
    print("the shop is open")
    yield


app = FastAPI(title="Shop", lifespan=lifespan)


class Ware(BaseModel):
    name: str = Field(min_length=2)
    price: float = Field(gt=0)


@app.get("/wares/{name}")
def one(name: str) -> Ware:
    """By a plain function, which would have a thread elsewhere."""
    if name not in app.state.sold:
        raise HTTPException(404, "nothing of that name")
    return Ware(name=name, price=app.state.sold[name])


@app.get("/wares")
async def every() -> list[Ware]:
    return [Ware(name=name, price=price) for name, price in app.state.sold.items()]


@app.post("/wares", status_code=201)
async def put(ware: Ware) -> Ware:
    app.state.sold[ware.name] = ware.price
    return ware


@app.get("/broken")
def broken() -> None:
    raise RuntimeError("the till is stuck")


if __name__ == "__main__":
    uvicorn.run(app)
'''

_TESTS = """\
import asyncio

import pytest
from fastapi.testclient import TestClient
from shop.main import app


@pytest.fixture
def client():
    with TestClient(app) as client:
        yield client


def test_a_ware_is_kept(client):
    assert client.post("/wares", json={"name": "mead", "price": 5}).status_code == 201
    assert client.get("/wares/mead").json() == {"name": "mead", "price": 5.0}


@pytest.mark.parametrize("price", [0, -1, "much"])
def test_a_wrong_price_is_refused(client, price):
    assert client.post("/wares", json={"name": "mead", "price": price}).status_code == 422


def test_a_mistake_comes_through(client):
    with pytest.raises(RuntimeError, match="the till is stuck"):
        client.get("/broken")


@pytest.mark.asyncio
async def test_by_a_coroutine():
    await asyncio.sleep(0.01)
    assert await asyncio.to_thread(lambda: 7) == 7
"""

_PAGE = """\
<!doctype html>
<html lang="en">
  <head><title>Shop</title></head>
  <body>
    <h1>Our wares</h1>
    <ul id="wares"></ul>
    <p id="said"></p>
    <button id="add">Add mead</button>
    <script>
      async function show() {
        const wares = await (await fetch("/wares")).json();
        document.querySelector("#wares").innerHTML =
          wares.map((ware) => `<li>${ware.name} for ${ware.price}</li>`).join("");
      }
      document.querySelector("#add").addEventListener("click", async () => {
        const answer = await fetch("http://localhost:8000/wares", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: "mead", price: 5 }),
        });
        document.querySelector("#said").textContent = `answered ${answer.status}`;
        await show();
      });
      show();
      fetch("http://evil.example/wares").catch((error) => console.log("elsewhere:", error.name));
    </script>
  </body>
</html>
"""

SERVED: Mapping[str, Mapping[str, str]] = {
    "served": {
        "shop/__init__.py": "",
        "shop/main.py": _APP,
        "tests/test_shop.py": _TESTS,
        "web/index.html": _PAGE,
    },
    "failing": {
        "sums.py": "def half(number):\n    return number // 2\n",
        "test_sums.py": """\
import pytest
from sums import half


@pytest.mark.parametrize("number", [4, 5])
def test_halves_make_a_whole(number):
    assert half(number) * 2 == number
""",
    },
}
