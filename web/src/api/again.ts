// Asks once more for what was not answered at all. A browser breaks every connection off when a network
// comes or goes on its machine, and one does with each container that is started there.

/** Milliseconds before each further try. */
const PAUSES = [150, 600];

export async function again<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await ask();
    } catch (thrown) {
      if (signal?.aborted) throw thrown;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return ask();
}
