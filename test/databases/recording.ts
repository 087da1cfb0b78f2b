import { expect } from "vitest";
import type { Send } from "./prove.js";

interface Exchange {
  readonly request: Parameters<Send>;
  readonly status: number;
  readonly text: string;
}

/** Of this many conditions and orders, one is repeated. */
const EVERY = 5;
/** Values that the server or the database sets at each write. */
const STAMPS = /"(?:createdat|updatedat|version)":"[^"]*"/g;

/** Requests and their answers, to compare another server with. */
export class Recording {
  readonly #exchanges: Exchange[] = [];

  /** Sends requests, and records them with their answers. */
  of(send: Send): Send {
    return async (...request) => {
      const reply = await send(...request);
      this.#exchanges.push({ request, status: reply.status, text: reply.text });
      return reply;
    };
  }

  /** Expects the same answers again to all writes and reads by id, and to some of the other requests. */
  async expectSame(send: Send): Promise<void> {
    expect(this.#exchanges.length).toBeGreaterThan(0);
    let others = 0;
    for (const { request, status, text } of this.#exchanges) {
      const [method, path] = request;
      if (
        /updatedat|version/.test(path) ||
        (/\/find(?:all|bycondition)\//.test(path) && others++ % EVERY !== 0)
      )
        continue;
      const reply = await send(...request);
      const answered = { status: reply.status, text: reply.text.replace(STAMPS, "") };
      expect(answered, `${method} ${path}`).toEqual({ status, text: text.replace(STAMPS, "") });
    }
  }
}
