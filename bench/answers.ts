import { isDeepStrictEqual } from "node:util";
import { mistakes, operations, readBack, type HttpRequest } from "./operations.js";

/** The parts of an answer that must be equal for all contestants. */
interface Answer {
  readonly request: HttpRequest;
  readonly status: number;
  readonly type: string | null;
  readonly location: string | null;
  readonly body: string;
}

/** How many requests of each operation are compared. */
const TRIES = 20;

/**
 * The answers of a contestant to some requests of each operation, with server-chosen times masked, and to
 * invalid requests, without their messages.
 * @throws {Error} if an operation is answered with an unexpected status.
 */
export async function probe(port: number): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const { name, status, requests } of operations) {
    for (const request of requests.slice(0, TRIES)) {
      const answer = await send(port, request);
      if (answer.status !== status)
        throw new Error(`${name} should be answered with ${status}: ${JSON.stringify(answer)}`);
      answers.push(answer);
    }
  }
  for (const request of mistakes) answers.push({ ...(await send(port, request)), type: null, body: "" });
  for (const request of readBack) answers.push(await send(port, request));
  return answers;
}

/** Sends a request and returns its answer. */
export async function send(port: number, request: HttpRequest): Promise<Answer> {
  const { method, path, body = null } = request;
  const headers = body === null ? {} : { "Content-Type": "application/json" };
  const res = await fetch(`http://127.0.0.1:${port}${path}`, { method, body, headers });
  const text = (await res.text()).replace(/"(createdat|updatedat)":"(?!2024)[^"]+Z"/g, '"$1":"…"');
  return {
    request,
    status: res.status,
    type: res.headers.get("Content-Type"),
    location: res.headers.get("Location"),
    body: text,
  };
}

/** @throws {Error} that shows the first answer that differs from the first contestant's. */
export function checkEqual(answers: ReadonlyMap<string, readonly Answer[]>): void {
  const [[first, expected] = ["", []], ...others] = answers;
  for (const [name, given] of others) {
    const at = given.findIndex((answer, index) => !isDeepStrictEqual(answer, expected[index]));
    if (at === -1) continue;
    const show = (answer: Answer | undefined) => JSON.stringify(answer, null, 2).slice(0, 2000);
    throw new Error(`The answers differ.\n${first}: ${show(expected[at])}\n${name}: ${show(given[at])}`);
  }
}
