import type { Server } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../errors/api-error.js";
import { sendProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

/** How many connections more are accepted, only to be told that there are too many. Beyond them they are closed. */
const EXCESS = 100;

/**
 * Counts the connections of a server. Those beyond the limit are answered 503 as long as there are too many, in a stage:
 * what stands before it, as the probes do, is answered on them too.
 */
export class ConnectionLimit {
  readonly #max: number;
  #taken = 0;
  readonly #excess = new Set<Socket>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts from now on. */
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

  readonly stage: Stage = (req, res, next) => {
    if (this.#excess.size === 0 || !this.#isExcess(req.socket)) next();
    else
      sendProblem(
        res,
        new ApiError("server-overloaded", "The server has too many connections. Try again in a moment.", {
          headers: { "Retry-After": "1", Connection: "close" },
        }),
      );
  };

  /** A connection is as good as any other as soon as there is room for it. */
  #isExcess(socket: Socket): boolean {
    if (this.#taken < this.#max && this.#excess.delete(socket)) this.#taken++;
    return this.#excess.has(socket);
  }
}
