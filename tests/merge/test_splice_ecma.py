"""Splices of JavaScript and TypeScript, to the letter."""

from roundtable.merge.splice import Choice, Spliced, splice

CART = """\
import { sum } from "./sum"

/** A cart. */
export class Cart {
    items: number[] = []

    total(): number {
        return sum(this.items)
    }
}
"""
CAREFUL = """\
import { sum } from './sum';
import { round, type Mode } from './money';
import fs from 'fs';

const MODE: Mode = 'up';

const cents = (value: number): number => round(value, MODE);

export class Cart {
  items: number[] = [];

  // with care
  total(): number {
    return cents(this.subtotal);
  }

  get subtotal(): number {
    return sum(this.items);
  }
}
"""


def merge(path: str, base: str, other: str, *units: str) -> Spliced:
    choices = [Choice(path, unit, "B") for unit in units]
    return splice({path: base}, {"B": {path: other}}, choices)


def reasons(made: Spliced) -> list[str]:
    return [one.reason for one in made.conflicts]


def test_a_method_brings_its_import_its_helper_and_its_sibling() -> None:
    made = merge("cart.ts", CART, CAREFUL, "Cart.total")
    assert (
        made.files["cart.ts"]
        == """\
import { sum } from "./sum"
import { round, type Mode } from "./money"

const MODE: Mode = 'up';

const cents = (value: number): number => round(value, MODE);

/** A cart. */
export class Cart {
    items: number[] = []

    // with care
    total(): number {
        return cents(this.subtotal);
    }

    get subtotal(): number {
        return sum(this.items);
    }
}
"""
    )
    assert made.conflicts == ()
    assert {one.unit: one.why for one in made.provenance if one.source == "B"} == {
        "Cart.total": "chosen",
        "Cart.subtotal": "carried: needed by Cart.total",
        "cents": "carried: needed by Cart.total",
        "MODE": "carried: needed by cents",
        "imports": "carried: `import { type Mode } from './money';`, needed by MODE",
    }


def test_required_modules_are_required_here_too() -> None:
    base = (
        "'use strict';\n\nconst { join } = require('path');\n\nfunction here() {\n  return 1;\n}\n"
    )
    other = (
        "import { join, resolve as full } from 'path'\nimport os from 'os'\n\n"
        "function here() {\n  return full(os.tmpdir());\n}\n"
    )
    assert merge("a.js", base, other, "here").files["a.js"] == (
        "'use strict';\n\nconst { join, resolve: full } = require('path');\n"
        "const os = require('os');\n\nfunction here() {\n  return full(os.tmpdir());\n}\n"
    )


def test_an_import_list_over_several_lines_grows_by_a_line() -> None:
    base = "import {\n  a,\n  b,\n} from 'm';\n\nexport const f = () => a + b;\n"
    other = "import { a, c } from 'm';\n\nexport const f = () => a + c;\n"
    assert merge("a.ts", base, other, "f").files["a.ts"] == (
        "import {\n  a,\n  b,\n  c,\n} from 'm';\n\nexport const f = () => a + c;\n"
    )


def test_a_file_without_imports_gets_them_below_its_directive_and_its_licence() -> None:
    base = "// licence\n\n'use strict';\n\nexport const f = () => 1;\n"
    other = "import a from 'a';\n\nexport const f = () => a;\n"
    assert merge("a.mjs", base, other, "f").files["a.mjs"] == (
        "// licence\n\n'use strict';\n\nimport a from 'a';\n\nexport const f = () => a;\n"
    )


def test_a_type_and_an_interface_come_along() -> None:
    base = "export function f(a: number): number {\n  return a;\n}\n"
    other = (
        "interface Line {\n  price: number;\n}\n\ntype Lines = Line[];\n\n"
        "export function f(a: Lines): number {\n  return a.length;\n}\n"
    )
    made = merge("a.ts", base, other, "f")
    assert made.files["a.ts"] == other
    assert made.conflicts == ()


def test_a_private_field_comes_along_and_a_shared_one_is_told() -> None:
    base = "class Cart {\n  items = [];\n\n  total() {\n    return 0;\n  }\n}\n"
    other = (
        "class Cart {\n  #seen = new Map();\n\n  total() {\n    return this.#seen.size;\n  }\n}\n"
    )
    made = merge("a.js", base, other, "Cart.total")
    assert made.files["a.js"] == (
        "class Cart {\n  items = [];\n  #seen = new Map();\n\n"
        "  total() {\n    return this.#seen.size;\n  }\n}\n"
    )
    shared = (
        "class Cart {\n  constructor() {\n    this.lines = [];\n  }\n\n"
        "  total() {\n    return this.lines.length;\n  }\n\n"
        "  add(x) {\n    this.lines.push(x);\n  }\n}\n"
    )
    assert reasons(merge("a.js", base, shared, "Cart.total")) == [
        "reads this.lines, which only B's constructor sets"
    ]


def test_a_name_from_another_module_is_a_conflict() -> None:
    base = "import { get } from 'axios';\n\nexport const f = () => 1;\n"
    other = "import { get } from 'lodash';\n\nexport const f = () => get(1);\n"
    assert reasons(merge("a.ts", base, other, "f")) == [
        "`get` is imported from `axios` in the base and from `lodash` in B"
    ]


def test_a_helper_that_is_not_exported_is_compared_and_one_that_is_exported_is_trusted() -> None:
    base = "{}function g(x) {{\n  return x;\n}}\n\nexport function f(x) {{\n  return 1;\n}}\n"
    other = "{}function g(x) {{\n  return -x;\n}}\n\nexport function f(x) {{\n  return g(x);\n}}\n"
    assert reasons(merge("a.js", base.format(""), other.format(""), "f")) == [
        "helper `g` exists with another body in the base"
    ]
    assert merge("a.js", base.format("export "), other.format("export "), "f").conflicts == ()


def test_callers_that_no_longer_fit_are_told() -> None:
    base = (
        "export class Cart {\n  total() {\n    return 0;\n  }\n\n"
        "  show() {\n    return this.total();\n  }\n}\n"
    )
    other = "export class Cart {\n  total(tax) {\n    return tax;\n  }\n}\n"
    assert reasons(merge("a.js", base, other, "Cart.total")) == [
        "signature differs from how the base calls it in `Cart.show`: total(tax) vs total()"
    ]


def test_a_needed_module_of_the_candidate_comes_along() -> None:
    other = {
        "src/a.ts": "import { g } from './lib/g';\n\nexport const f = () => g();\n",
        "src/lib/g.ts": "export const g = () => 1;\n",
    }
    made = splice(
        {"src/a.ts": "export const f = () => 0;\n"}, {"B": other}, [Choice("src/a.ts", "f", "B")]
    )
    assert made.files == other


def test_a_component_brings_the_components_it_shows() -> None:
    base = "export const App = () => <p>none</p>;\n"
    other = (
        'import { Box } from "./box";\n\n'
        "const Line = ({ text }) => <p>{text}</p>;\n\n"
        'export const App = () => (\n  <Box>\n    <Line text="a  b" />\n  </Box>\n);\n'
    )
    made = merge("app.jsx", base, other, "App")
    assert made.files["app.jsx"] == other
    assert made.conflicts == ()


def test_a_class_s_head_keeps_the_methods_of_the_base() -> None:
    base = "class A {\n  x = 1;\n\n  f() {\n    return 1;\n  }\n}\n"
    other = (
        "class A extends B {\n  x = 2;\n  y = 3;\n\n  f() {\n    return 2;\n  }\n\n  z = 4;\n}\n"
    )
    assert merge("a.js", base, other, "A").files["a.js"] == (
        "class A extends B {\n  x = 2;\n  y = 3;\n\n  f() {\n    return 1;\n  }\n\n  z = 4;\n}\n"
    )
