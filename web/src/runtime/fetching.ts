// The parts of a runtime, from our own server: a room has no network and is handed them.

export async function bytes(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  return (await got(url, signal)).arrayBuffer();
}

export async function text(url: string, signal: AbortSignal): Promise<string> {
  return (await got(url, signal)).text();
}

async function got(url: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { signal, credentials: "omit" });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer;
}
