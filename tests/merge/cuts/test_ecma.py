"""Where JavaScript and TypeScript files are cut."""

from roundtable.merge.units import Split, split

CART = b"""\
'use strict';
// first
import D, { a as b } from './m';
const { p } = require('fs');
const q = require('q').q;

/** Adds. */
export const add = async (x: number): Promise<number> => {
  return x;
};

@Injectable()
export default class Cart<T> extends Base {
  static #count = 0;
  private items: T[] = [];

  constructor(private readonly x: number) {
    super();
  }

  // size
  @memo()
  get total(): number { return 1; }
  set total(v) { this.x = v; }

  handler = () => {
    this.total;
  };

  find(a: string): void;
  find(a: any) { }

  late = 3;
}

export interface Line { price: number }
type Lines = Line[];
export enum Color { Red }
namespace Inner { export function g() {} }
declare function ask(a: string): void;
export function over(a: string): void;
export function over(a: any) { }
module.exports = { add, settings: { deep: 1 } };
exports.help = function () {};
Cart.prototype.more = () => 1;
export { add as plus };
export * from './z';
let v = 1, w = 2;
const Named = class {
  m() {}
};
describe('cart', () => {});
"""


def cut(text: bytes, path: str = "cart.ts") -> Split:
    return split(path, text)


def test_a_file_is_cut_into_named_units_in_its_order() -> None:
    assert [(unit.kind, unit.name) for unit in cut(CART).units] == [
        ("doc", "'use strict';"),
        ("imports", "imports"),
        ("function", "add"),
        ("class", "Cart"),
        ("method", "Cart.constructor"),
        ("method", "Cart.total"),
        ("method", "Cart.total.setter"),
        ("method", "Cart.handler"),
        ("method", "Cart.find"),
        ("type", "Line"),
        ("type", "Lines"),
        ("type", "Color"),
        ("type", "Inner"),
        ("function", "ask"),
        ("function", "over"),
        ("statement", "module.exports"),
        ("function", "exports.help"),
        ("function", "Cart.prototype.more"),
        ("statement", "export { add as plus };"),
        ("statement", "export * from './z';"),
        ("constant", "v, w"),
        ("class", "Named"),
        ("method", "Named.m"),
        ("statement", "describe('cart', () => {});"),
    ]


def test_decorators_and_comments_go_with_their_member() -> None:
    found = cut(CART)
    total, head, over = found.find("Cart.total"), found.find("Cart"), found.find("over")
    assert total and head and over
    assert found.text(total) == "  // size\n  @memo()\n  get total(): number { return 1; }"
    assert found.text(head).startswith("@Injectable()\nexport default class Cart")
    assert found.text(head).endswith("\n  late = 3;")
    assert found.text(over).count("over") == 2


def test_what_has_no_name_is_the_default() -> None:
    assert [u.name for u in cut(b"export default function () {}\n").units] == ["default"]
    found = cut(b"export default class {\n  f() {}\n}\n")
    assert [u.name for u in found.units] == ["default", "default.f"]


def test_the_same_cut_reads_plain_scripts_and_components() -> None:
    assert [u.name for u in cut(b"var f = function () {};\n", "a.js").units] == ["f"]
    found = cut(b"export const App = () => <Box a={1}>text</Box>;\n", "a.tsx")
    assert [(u.kind, u.name) for u in found.units] == [("function", "App")]
    assert not found.broken
