"""How a screen is looked at: by axe, in light and dark, wide and narrow, with its console heard."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from playwright.async_api import Page

AXE = Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js"
SIZES = {"wide": (1280, 800), "narrow": (390, 844)}
SCHEMES = ("light", "dark")
Prepare = Callable[[], Awaitable[object]]

RUN = """async (colours) => {
  // By itself axe leaves the size of targets alone, which WCAG 2.2 AA asks for.
  const rules = colours ? { runOnly: { type: 'rule', values: ['color-contrast'] } }
    : { rules: { 'target-size': { enabled: true } } };
  const { violations } = await axe.run(document,
    { resultTypes: ['violations'], preload: false, ...rules });
  return violations.flatMap(({ id, impact, nodes }) => nodes.map((node) =>
    `${id} (${impact}) at ${node.target.join(' ')}: ${node.any.concat(node.all, node.none)
      .map((check) => check.message).join('; ')} ${node.html.slice(0, 160)}`));
}"""
SETTLED = """async () => {
  // What is scrolled out of sight is looked at as well; skipped, it would keep its old colours.
  const all = new CSSStyleSheet();
  all.replaceSync('* { content-visibility: visible !important; }');
  document.adoptedStyleSheets = [all];
  // No frame is drawn while the machine is at its limit, and an animation may be held for good.
  const within = (wanted) => Promise.race([wanted, new Promise((done) => setTimeout(done, 1000))]);
  const frame = () => within(new Promise((done) => requestAnimationFrame(done)));
  const moving = () => document.getAnimations()
    .filter((each) => each.effect?.getComputedTiming().iterations !== Infinity);
  // A colour that is inherited passes from parent to child one frame after the other.
  for (let still = 0, frames = 0; still < 3 && frames < 60; frames += 1) {
    await frame();
    const running = moving();
    still = running.length === 0 ? still + 1 : 0;
    await within(Promise.all(running.map((each) => each.finished.catch(() => 0))));
  }
}"""
OVERFLOW = """() => [document.documentElement.scrollWidth, innerWidth,
  [...document.querySelectorAll('body *')]
    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1
      && !e.closest('[class*=overflow-x-auto], [class*=overflow-auto], pre, .sr-only'))
    .slice(0, 3).map((e) => e.outerHTML.slice(0, 160))]"""


class Looking:
    """One page and all that was found wrong with it, in words."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.wrong: list[str] = []
        self.looks = 0
        page.on("console", lambda said: self._hear(said.type, said.text))
        page.on("pageerror", lambda error: self.wrong.append(f"uncaught: {error}"))

    async def at(self, name: str, prepare: Prepare | None = None) -> None:
        """Look at what is shown now; `prepare` brings the state back where a new size lost it."""
        for size, (width, height) in SIZES.items():
            await self.page.set_viewport_size({"width": width, "height": height})
            if prepare:
                await prepare()
            for scheme in SCHEMES:
                await self.page.emulate_media(
                    color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
                )
                # Light and dark differ in nothing but colours.
                await self._look(f"{name}, {size}, {scheme}", only_colours=scheme == "dark")
            if size == "narrow":
                await self._measure(name)
        width, height = SIZES["wide"]
        await self.page.set_viewport_size({"width": width, "height": height})

    async def _look(self, name: str, only_colours: bool) -> None:
        await self.page.evaluate(SETTLED)
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE.read_text())
        found: list[str] = await self.page.evaluate(RUN, only_colours)
        self.looks += 1
        self.wrong += [f"{name}: {each}" for each in found]

    async def _measure(self, name: str) -> None:
        wide, room, who = await self.page.evaluate(OVERFLOW)
        if wide > room:
            self.wrong.append(f"{name}: scrolls sideways, {wide} in {room} pixels: {who}")

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.wrong.append(f"console {kind}: {text}")

    def found_nothing(self) -> None:
        """Fails with all that was found."""
        assert self.looks
        assert not self.wrong, "\n".join(["", *self.wrong])

    def forget(self, words: str) -> None:
        """What the browser itself says of an answer that a state needs, such as a 404."""
        self.wrong = [each for each in self.wrong if words not in each]
