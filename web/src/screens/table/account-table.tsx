// The account of a session, seat by seat.
import { count, duration, money } from "@/design/figures";
import { accountOf, brokenWords, isPlay, PLAY, type SeatAccount } from "./account";
import { SeatName } from "./seat-name";
import { useTable } from "./table-context";

export function AccountTable() {
  const { view } = useTable();
  const account = accountOf(view);
  const broken = brokenWords(view);
  const figure = "py-1 pl-3 text-end";
  return (
    <section
      aria-label="What each seat cost"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
      tabIndex={0}
      className="flex flex-col gap-1 overflow-x-auto text-sm"
    >
      {isPlay(view) && <p className="text-ink-soft">{PLAY}</p>}
      <table className="figures w-full border-collapse">
        <thead className="text-xs text-ink-faint">
          <tr>
            <th className="text-start font-normal">Seat</th>
            <th className={`${figure} font-normal`}>Turns</th>
            <th className={`${figure} font-normal`}>Tokens in</th>
            <th className={`${figure} font-normal`}>out</th>
            <th className={`${figure} font-normal`}>Cost</th>
            <th className={`${figure} font-normal`}>Time</th>
            {account.hasRounds && (
              <>
                <th
                  className={`${figure} font-normal`}
                  title="Units of the result that are its own"
                >
                  Units
                </th>
                <th className={`${figure} font-normal`} title="Claims that ended as it had said">
                  Won
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {account.seats.map((seat) => (
            <tr key={seat.seat} className="border-t border-line">
              <th scope="row" className="py-1 text-start font-normal">
                <SeatName name={seat.seat} />
              </th>
              <td className={figure}>{seat.turns}</td>
              <td className={figure}>{count(seat.used.input_tokens)}</td>
              <td className={figure}>{count(seat.used.output_tokens)}</td>
              <td className={figure}>{money(seat.used.cost_microusd)}</td>
              <td className={figure}>{duration(seat.seconds)}</td>
              {account.hasRounds && (
                <>
                  <td className={figure}>{seat.units}</td>
                  <td className={figure}>{seat.won}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-medium">
            <th scope="row" className="py-1 text-start">
              In all
            </th>
            <td className={figure}>{sum(account.seats, (seat) => seat.turns)}</td>
            <td className={figure}>{count(account.spent.input_tokens)}</td>
            <td className={figure}>{count(account.spent.output_tokens)}</td>
            <td className={figure}>{money(account.spent.cost_microusd)}</td>
            <td className={figure}>{duration(account.seconds)}</td>
            {account.hasRounds && (
              <>
                <td className={figure}>{sum(account.seats, (seat) => seat.units)}</td>
                <td className={figure}>{sum(account.seats, (seat) => seat.won)}</td>
              </>
            )}
          </tr>
        </tfoot>
      </table>
      {broken && <p className="text-doubt">{broken}</p>}
    </section>
  );
}

function sum(seats: readonly SeatAccount[], of: (seat: SeatAccount) => number): number {
  return seats.reduce((all, seat) => all + of(seat), 0);
}
