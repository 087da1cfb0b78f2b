import type { Server } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../../errors/api-error.js";
import { writeProblem } from "../send-problem.js";
import type { Stage } from "../stage.js";

/** How many connections beyond the limit are accepted, only to be answered 503. Further ones are closed. */
const EXCESS = 100;

/**
 * Counts the connections of a server. Requests on connections beyond the limit are answered 503 by a stage,
 * so earlier stages such as the probes still answer on them.
 */
export class ConnectionLimit {
  readonly #max: number;
  #taken = 0;
  readonly #excess = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Starts to count the server's connections. */
  watch(server: Server): void {
    server.maxConnections = this.#max + EXCESS;
    server.on("connection", (socket: Socket) => {
      if (this.#taken < this.#max) this.#taken++;
      else this.#excess.add(socket);
      socket.once("close", () => {
        if (!this.#excess.delete(socket)) this.#taken--;
      });
    });
  }

  readonly stage: Stage = (req, res) => {
    if (this.#excess.size === 0 || !this.#isExcess(req.socket)) return true;
    const headers = { "Retry-After": "1", Connection: "close" };
    const detail = "The server has too many connections. Try again in a moment.";
    writeProblem(res, new ApiError("server-overloaded", detail, { headers }));
    return false;
  };

  /** Whether the connection is beyond the limit. It stops being so as soon as there is room for it. */
  #isExcess(socket: Socket): boolean {
    if (this.#taken < this.#max && this.#excess.delete(socket)) this.#taken++;
    return this.#excess.has(socket);
  }
}
