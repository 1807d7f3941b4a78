from roundtable.core.parsing.results_compiled import (
    cargo_results,
    go_results,
    gradle_results,
    junit_results,
    rspec_results,
    surefire_results,
)


def test_only_the_last_list_of_failures_names_cargos_tests() -> None:
    text = "failures:\n\n---- a stdout ----\nx\n\nfailures:\n    a\n    b\n\n"
    text += "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n"
    (found,) = cargo_results(text)
    assert found.results.failures == ("a", "b")


def test_a_class_of_surefire_is_not_the_whole_run() -> None:
    line = "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"
    (found,) = surefire_results(f"{line}, Time elapsed: 0.1 s - in A\n\nResults:\n\n{line}\n")
    assert found.results.passed == 2


def test_junit_is_believed_only_below_its_own_first_line() -> None:
    assert list(junit_results("OK (2 tests)\nTests run: 2,  Failures: 1\n")) == []
    assert len(list(junit_results("JUnit version 4.13\n..\n\nOK (2 tests)\n"))) == 1


def test_gradle_tells_what_was_skipped() -> None:
    (found,) = gradle_results("A > b() FAILED\n    x\n3 tests completed, 1 failed, 1 skipped\n")
    assert (found.results.passed, found.results.skipped) == (1, 1)
    assert found.results.failures == ("A > b()",)


def test_an_error_outside_of_rspecs_examples_is_a_failure() -> None:
    text = "Finished in 0.1 seconds\n0 examples, 0 failures, 1 error occurred outside of examples\n"
    (found,) = rspec_results(text)
    assert found.results.failed == 1


def test_go_tells_of_packages_where_it_tells_of_no_tests() -> None:
    (found,) = go_results("ok  \tx/a\t0.1s\nok  \tx/b\t(cached)\tcoverage: 80.0% of statements\n")
    assert (found.results.runner, found.results.passed) == ("go test (packages)", 2)


def test_a_package_that_does_not_build_is_a_failure_beside_tests_that_pass() -> None:
    text = "FAIL\tx/b [build failed]\n=== RUN   TestA\n--- PASS: TestA (0.00s)\nok  \tx/a\t0.1s\n"
    (found,) = go_results(text)
    assert (found.results.passed, found.results.failed) == (1, 1)
    assert found.results.failures == ("x/b",)
