import type { Sending } from "./send-request.js";

/** Where the database was after a write. Only a server with replicas names it. */
const POSITION = "Database-Position";

/**
 * A `fetch` for `createClient` that sends back the positions of the database that answers name. A server with replicas
 * then knows what the client has written, and need not ask its primary for each read.
 * @param send Sends the requests. Default: the global `fetch`.
 * @example
 * const api = createClient<typeof config>("https://api.example.com", { fetch: withPositions() });
 */
export function withPositions(send: Sending["fetch"] = (url, init) => fetch(url, init)): Sending["fetch"] {
  let known: readonly string[] = [];
  return async (url, init) => {
    const sent = known;
    const headers = new Headers(init.headers);
    if (sent.length > 0) headers.set(POSITION, sent.join(", "));
    const response = await send(url, { ...init, headers });
    const position = response.headers.get(POSITION);
    // It is after all that were sent: a server names only what was written since the request. But answers may overtake
    // each other.
    if (position !== null) known = [...known.filter((each) => !sent.includes(each)), position];
    return response;
  };
}
