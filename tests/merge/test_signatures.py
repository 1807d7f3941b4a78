"""Whether a call fits a signature."""

from roundtable.merge.signatures import Call, Signature


def test_the_object_itself_is_not_counted_in_a_call_through_it() -> None:
    shape = Signature("f(self, a)", method=True).with_parameter("self").with_parameter("a")
    assert shape.takes(Call("x", 1))
    assert not shape.takes(Call("", 1))
    assert shape.takes(Call("", 2))


def test_a_call_that_passes_a_list_on_is_not_held_against_it() -> None:
    assert (
        Signature("f(a, b)").with_parameter("a").with_parameter("b").takes(Call("", 0, spread=True))
    )


def test_keywords_must_be_known_and_may_fill_what_is_required() -> None:
    shape = Signature("f(a, b)").with_parameter("a").with_parameter("b")
    assert shape.takes(Call("", 1, frozenset({"b"})))
    assert not shape.takes(Call("", 1, frozenset({"c"})))
    assert not shape.takes(Call("", 2, frozenset({"c"})))
    assert shape.with_any_keyword().takes(Call("", 2, frozenset({"c"})))


def test_languages_without_keywords_know_arguments_by_place_alone() -> None:
    shape = Signature("f(a)", keywords=False).with_parameter("a")
    assert not shape.takes(Call("", 0, frozenset({"a"})))


def test_the_same_shape_is_told_by_parameters_not_by_looks() -> None:
    one = Signature("f(a, *b)").with_parameter("a").with_rest()
    assert one.same_shape(Signature("f( a,*b )").with_parameter("a").with_rest())
    assert not one.same_shape(Signature("f(a)").with_parameter("a"))
    assert not one.same_shape(Signature("f(c, *b)").with_parameter("c").with_rest())
