"""Running what was built: which ways there are now, a run, its stop, and a look by the table."""

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from roundtable.apps.web import answers, requests
from roundtable.apps.web.executing import container, demand_of, evidence, ways
from roundtable.apps.web.problems import Refusal, documented
from roundtable.apps.web.routes.commands import standing
from roundtable.apps.web.routes.reaching import InHall, InHouse, Session

router = APIRouter(tags=["execution"])
_SAID = documented(
    "unknown_session", "not_founded", "config_wrong", "knight_unavailable", "refused", "busy",
    "invalid", "too_many", "log_unreadable", "log_unavailable",
)  # fmt: skip


@router.get(
    "/session/{session}/execution",
    responses=documented("unknown_session", "not_founded", "log_unreadable", "log_unavailable"),
)
async def execution(hall: InHall, session: Session) -> answers.Execution:
    """Each way to run the project, whether it can be taken and why not; and what is being run."""
    state = await hall.table.driver.state(session)
    return answers.Execution(
        ways=await ways(state.tree), last=evidence(state), running=hall.steward.run_here(state)
    )


@router.post(
    "/session/{session}/execute",
    response_model=answers.Executed,
    response_description="The tests were run in the sandbox: the report. Nothing is recorded.",
    responses={
        **_SAID,
        202: {
            "model": answers.RunTold,
            "description": "The run in a container has its place; all of it comes on the stream.",
        },
    },
)
async def execute(
    house: InHouse, hall: InHall, session: Session, given: requests.Execute
) -> answers.Executed | JSONResponse:
    """Run what was built, now; refused where nothing can be run.

    In the sandbox, the project's own tests: the report is the answer and stands nowhere else. In
    a container, what its compose file or Dockerfile says: that is on record, and goes on whoever
    looks.
    """
    state = await hall.table.driver.state(session)
    if given.way == "sandbox":
        _refuse_bounds(given)
        return answers.Executed(report=await house.executions.run(session, state.tree))
    way = await container(state.tree)
    if not way.available:
        raise Refusal("refused", way.reason, way.remedy)
    demand, variables = demand_of(given)
    number = await hall.steward.run(session, demand, given.analyse, variables)
    return JSONResponse(answers.RunTold(run=number).model_dump(), 202)


@router.post("/session/{session}/execute/stop", responses=_SAID)
async def stop(hall: InHall, session: Session) -> answers.RunTold:
    """End the run that this server is at, the developer's or a round's, and all that it started."""
    return answers.RunTold(run=await hall.steward.stop_run(session))


@router.post("/session/{session}/analyse", responses=_SAID)
async def analyse(hall: InHall, session: Session, given: requests.Analyse) -> answers.Standing:
    """Have the table look at the last run of a build that has ended; it asks before another.

    Where the files have changed since, or there was no run, the round runs the project itself.
    """
    return standing(hall, await hall.steward.analyse(session, given.instructions))


def _refuse_bounds(given: requests.Execute) -> None:
    """What is asked for and would not be done is refused, not passed over."""
    if more := sorted(given.model_fields_set - {"way"}):
        raise Refusal(
            "invalid",
            f"{more[0]}: the sandbox has bounds of its own, and no network",
            "leave it out, or choose the container",
            more[0],
        )
