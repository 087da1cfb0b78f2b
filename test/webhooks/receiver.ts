import http from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a receiver gets it. */
export interface Received {
  readonly id: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly path: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When it came, in `performance.now()` time. */
  readonly at: number;
  /** The requests that were under way when it came. */
  readonly beside: readonly Received[];
}

type Respond = (received: Received, res: http.ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  readonly answer: (respond: Respond | number) => void;
  readonly onConnection: (connected: () => void) => void;
  /** Resolves when the condition holds for what was received. */
  readonly until: (isMet: (received: readonly Received[]) => boolean, limit?: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A receiver of webhooks, with a server of its own. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const running = new Set<Received>();
  let respond: Respond = (_, res) => res.writeHead(204).end();
  let told = () => {};
  const server = http.createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8");
    req.on("data", (part: string) => (body += part));
    req.on("end", () => {
      const { type, data } = JSON.parse(body) as { type: string; data: Received["data"] };
      const headers = req.headers as Record<string, string>;
      const one = {
        id: headers["webhook-id"] ?? "",
        body,
        headers,
        path: req.url ?? "",
        event: type,
        data,
        at: performance.now(),
        beside: [...running],
      };
      received.push(one);
      running.add(one);
      res.once("close", () => running.delete(one));
      respond(one, res);
      told();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (next) => {
      respond = typeof next === "number" ? (_, res) => res.writeHead(next).end() : next;
    },
    onConnection: (connected) => {
      server.on("connection", connected);
    },
    until: async (isMet, limit = 60_000) => {
      const end = performance.now() + limit;
      while (!isMet(received)) {
        const left = end - performance.now();
        if (left <= 0)
          throw new Error(`It did not come: ${JSON.stringify(received.map(({ body }) => body))}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          told = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
