import type { Sending } from "./send-request.js";

/** The header with the position of the database after a write. Only a server with replicas sends it. */
const POSITION = "Database-Position";

/**
 * A `fetch` for `createClient` that sends back the database positions of earlier answers. From them, a server with
 * replicas knows which writes the client must see, and need not ask its primary for each read.
 * @param send Sends the requests. Default: the global `fetch`.
 * @example
 * const api = createClient<typeof config>("https://api.example.com", { fetch: withPositions() });
 *
 */
export function withPositions(send: Sending["fetch"] = (url, init) => fetch(url, init)): Sending["fetch"] {
  let known: readonly string[] = [];
  return async (url, init) => {
    const sent = known;
    const headers = new Headers(init.headers);
    if (sent.length > 0) headers.set(POSITION, sent.join(", "));
    const response = await send(url, { ...init, headers });
    const position = response.headers.get(POSITION);
    // The position comes after all positions that were sent, because a server only names writes since the request.
    // But answers may overtake each other.
    if (position !== null) known = [...known.filter((each) => !sent.includes(each)), position];
    return response;
  };
}
