"""What journeys by keyboard share: where the focus is, that it is seen, and the way to a place."""

from collections.abc import AsyncIterator

from playwright.async_api import Page

FOCUS = """() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const frames = (e) => {
    const style = getComputedStyle(e);
    return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
  };
  const label = at.closest('label');
  const rows = at.getAttribute('aria-activedescendant');
  return {
    tag: at.tagName.toLowerCase(),
    role: at.getAttribute('role') ?? '',
    name: at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '',
    seen: frames(at) || (label !== null && frames(label)) || rows !== null,
    main: at.id === 'main',
  };
}"""


async def focused(page: Page) -> dict[str, str]:
    """What has the focus; it is never lost."""
    found: dict[str, str] | None = await page.evaluate(FOCUS)
    assert found is not None, "the focus is lost"
    return found


async def focus_at(page: Page, key: str, wanted: str | bool) -> None:
    """The focus is where it belongs as soon as what was asked for is drawn."""
    found: dict[str, str] | None = None
    for _ in range(600):
        found = await page.evaluate(FOCUS)
        if found is not None and found[key] == wanted:
            return
        await page.wait_for_timeout(100)
    raise AssertionError(f"the focus is at {found}, and not where {key} is {wanted}")


async def tab_to(page: Page, name: str, most: int = 60) -> None:
    """Tab until this has the focus; every stop on the way can be seen."""
    async for stop in stops(page, most):
        if name in stop["name"]:
            return
    raise AssertionError(f"{name} was not reached by Tab")


async def stops(page: Page, most: int) -> AsyncIterator[dict[str, str]]:
    for _ in range(most):
        await page.keyboard.press("Tab")
        found = await page.evaluate(FOCUS)
        if found is None:
            continue  # the browser's own bar is between the last stop and the first
        assert found["seen"], f"no frame is drawn around {found}"
        yield found
