// Files on their way to the server. `fetch` does not tell how much has gone up, so this does not use it.
import { type Problem, Refused, type Schemas } from "@/api/client";
import type { Picked } from "@/screens/setup/picking";
import { door } from "@/session/door";

export type Uploaded = Schemas["Uploaded"];

/** Sends them; `progress` hears the share that has gone, from 0 to 1. */
export function sendFiles(
  files: readonly Picked[],
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> {
  const form = new FormData();
  for (const { path, file } of files) form.append("files", file, path);
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/uploads");
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) progress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      if (request.status === 201) done(JSON.parse(request.responseText) as Uploaded);
      else fail(new Refused(refusal(request)));
    });
    request.addEventListener("error", () => {
      fail(new Refused(broken("The upload broke off.", 0)));
    });
    request.addEventListener("abort", () => {
      fail(new DOMException("The upload was stopped.", "AbortError"));
    });
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}

function refusal(request: XMLHttpRequest): Problem {
  try {
    const problem = JSON.parse(request.responseText) as Problem;
    if (problem.type === "not_signed_in") door.close(problem);
    if (typeof problem.detail === "string") return problem;
  } catch {
    // What came was not one of our answers.
  }
  return broken(`The server answered with ${request.status}.`, request.status);
}

function broken(detail: string, status: number): Problem {
  const remedy = "See whether `roundtable serve` still runs, and send the files again.";
  return {
    type: "unexpected",
    title: "The upload failed",
    status,
    detail,
    remedy,
    field: "upload",
  };
}
