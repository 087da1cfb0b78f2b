import type { DatabaseSettings } from "../../model/model.js";
import { sharedQuestion } from "../../time/shared-question.js";
import { within } from "../../time/within.js";
import type { Connection } from "../wire/connection.js";
import { DatabaseError } from "../wire/database-error.js";
import type { Replication, ServerState } from "../wire/replication.js";

/** The timeout for asking a server for its position, in milliseconds. */
const PATIENCE = 1_000;

/** The functions for opening and polling a server. */
interface WatchParts extends Pick<Required<Replication>, "open" | "look"> {
  readonly position: Replication["written"];
}

/**
 * A server whose role and position are polled, on separate connections: in a busy pool, the question would time out
 * as if the server were down, and its load would move to the primary.
 */
export class WatchedServer {
  /** Asks for role, identity and position. @throws {DatabaseError} */
  readonly look: () => Promise<ServerState>;
  /** Asks for its position. Concurrent callers share the question. @throws {DatabaseError} */
  readonly position: () => Promise<string>;
  readonly #settings: DatabaseSettings;
  readonly #open: WatchParts["open"];
  #opening: Promise<Connection> | undefined;
  #hasEnded = false;

  constructor(settings: DatabaseSettings, { open, look, position }: WatchParts) {
    // One connection for regular polls, one for questions of requests.
    const pool = { ...settings.pool, min: 0, max: 2 };
    this.#settings = { ...settings, statementTimeout: PATIENCE, pool };
    this.#open = open;
    this.look = sharedQuestion(() => this.#ask(look));
    const ask = sharedQuestion(() => this.#ask(position));
    // A request waits for the answer, and must not wait for a connection to a server that is down.
    this.position = () => within(PATIENCE, ask(), noAnswer);
  }

  async #ask<T>(question: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#hasEnded)
      throw new DatabaseError("connection", "The server is no longer watched.", { outcome: "notSent" });
    const opening = (this.#opening ??= this.#open(this.#settings));
    try {
      return await within(PATIENCE, question(await opening), noAnswer);
    } catch (error) {
      // The next question connects again, wherever the address leads then.
      if (this.#opening === opening) this.close();
      throw error;
    }
  }

  /** Closes its connections permanently: running questions would otherwise open others. */
  end(): void {
    this.#hasEnded = true;
    this.close();
  }

  /** Closes its connections. The next question opens others. */
  close(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    opening?.then((connection) => connection.close()).catch(() => undefined);
  }
}

function noAnswer(): DatabaseError {
  return new DatabaseError("connection", `There was no answer within ${PATIENCE} ms.`, {
    isTransient: true,
    reason: "noAnswer",
  });
}
