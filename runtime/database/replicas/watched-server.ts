import type { DatabaseSettings } from "../../model/model.js";
import { sharedQuestion } from "../../time/shared-question.js";
import { within } from "../../time/within.js";
import type { Connection } from "../wire/connection.js";
import { DatabaseError } from "../wire/database-error.js";
import type { Replication, ServerState } from "../wire/replication.js";

/** How long a server may take to say how far it is, in milliseconds. */
const PATIENCE = 1_000;

/** How a server is opened and asked. */
interface WatchParts extends Pick<Replication, "open" | "look"> {
  readonly position: Replication["written"];
}

/**
 * A server that is asked what it is and how far it is. It is asked on connections of its own, because an answer that
 * waited for a busy pool would say that the server is away, and move its load to the others.
 */
export class WatchedServer {
  /** Asks for everything. @throws {DatabaseError} */
  readonly look: () => Promise<ServerState>;
  /** Asks for its position, once for all who ask at the same time. @throws {DatabaseError} */
  readonly position: () => Promise<string>;
  readonly #settings: DatabaseSettings;
  readonly #open: Replication["open"];
  #opening: Promise<Connection> | undefined;
  #hasEnded = false;

  constructor(settings: DatabaseSettings, { open, look, position }: WatchParts) {
    // One for what is asked regularly, one for what a request waits for.
    const pool = { ...settings.pool, min: 0, max: 2 };
    this.#settings = { ...settings, statementTimeout: PATIENCE, pool };
    this.#open = open;
    this.look = sharedQuestion(() => this.#ask(look));
    const ask = sharedQuestion(() => this.#ask(position));
    // A request waits for it, which must not wait for a connection to a server that is away.
    this.position = () => within(PATIENCE, ask(), noAnswer);
  }

  async #ask<T>(question: (connection: Connection) => Promise<T>): Promise<T> {
    if (this.#hasEnded)
      throw new DatabaseError("connection", "The server is no longer watched.", { outcome: "notSent" });
    const opening = (this.#opening ??= this.#open(this.#settings));
    try {
      return await within(PATIENCE, question(await opening), noAnswer);
    } catch (error) {
      // The next question finds the server anew, wherever its address leads then.
      if (this.#opening === opening) this.close();
      throw error;
    }
  }

  /** Closes its connections for ever: what still asks would leave others open. */
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
