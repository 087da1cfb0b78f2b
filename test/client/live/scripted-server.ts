import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createClient, type ConnectionOptions, type EntityTypes } from "data-api/client";

/** A request for the stream, which the test answers in parts. */
export interface StreamConnection {
  readonly headers: http.IncomingHttpHeaders;
  readonly query: URLSearchParams;
  /** Begins the stream, with its first block. */
  readonly open: (id?: string) => void;
  readonly send: (bytes: string | Uint8Array) => void;
  readonly event: (type: string, id: string, data: unknown) => void;
  /** Answers with a problem. */
  readonly refuse: (status: number, code: string, headers?: http.OutgoingHttpHeaders) => void;
  readonly answer: (status: number, type: string, body: string) => void;
  /** Ends the answer as if it were complete. */
  readonly end: () => void;
  /** Closes the connection in the middle of the answer. */
  readonly cut: () => void;
  /** Resolves when the client has closed it. */
  readonly closed: Promise<unknown>;
}

interface OtherRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: OtherRequest) => unknown;

/** The types of the server, without a configuration. */
interface Api {
  readonly entities: { readonly post: Post };
  readonly users: EntityTypes;
}

interface Post extends EntityTypes {
  readonly shape: { readonly fields: object; readonly relations: object; readonly isAny: true };
  readonly id: number;
}

/** A server whose streams a test scripts. All other requests are answered by a function, with JSON. */
export async function scriptedServer(answer: Answer = () => ({ items: [] })) {
  const waiting: StreamConnection[] = [];
  const takers: ((connection: StreamConnection) => void)[] = [];
  const sockets = new Set<Socket>();
  const streams = new Set<StreamConnection>();
  const others: OtherRequest[] = [];
  const server = http.createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "", "http://localhost");
    if (pathname.endsWith("/changes")) {
      const connection = connectionOf(req, res, searchParams);
      streams.add(connection);
      void connection.closed.then(() => streams.delete(connection));
      const take = takers.shift();
      if (take === undefined) waiting.push(connection);
      else take(connection);
      return;
    }
    let body = "";
    req.setEncoding("utf8").on("data", (part: string) => (body += part));
    req.on("end", () => {
      const request = { path: pathname, headers: req.headers, body };
      others.push(request);
      void Promise.resolve(answer(request)).then((answered) => {
        if (answered instanceof Problem) answered.send(res);
        else res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answered));
      });
    });
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    others,
    waiting,
    openStreams: () => streams.size,
    client: (options: ConnectionOptions = {}) => createClient<Api>(url, options),
    /** The next request for a stream. */
    connection: () =>
      new Promise<StreamConnection>((resolve) => {
        const first = waiting.shift();
        if (first === undefined) takers.push(resolve);
        else resolve(first);
      }),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
    /** Listens again on the same port. */
    restart: () => once(server.listen(port, "127.0.0.1"), "listening"),
  };
}

export type ScriptedServer = Awaited<ReturnType<typeof scriptedServer>>;

/** A problem document as an answer. */
export class Problem {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly headers: http.OutgoingHttpHeaders = {},
  ) {}

  send(res: http.ServerResponse): void {
    const { status, code } = this;
    const type = `urn:data-api:problem:${code}`;
    res
      .writeHead(status, { "Content-Type": "application/problem+json", ...this.headers })
      .end(JSON.stringify({ type, code, status, title: "", detail: `It is ${code}.` }));
  }
}

function connectionOf(
  { headers }: http.IncomingMessage,
  res: http.ServerResponse,
  query: URLSearchParams,
): StreamConnection {
  const send = (bytes: string | Uint8Array) => void res.write(bytes);
  return {
    headers,
    query,
    open: (id = "p0") => {
      res.writeHead(200, { "Content-Type": "text/event-stream; charset=utf-8" });
      // Short, so that tests do not wait.
      send(`retry: 5\nid: ${id}\n\n`);
    },
    send,
    event: (type, id, data) => {
      send(`event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    refuse: (status, code, more) => {
      new Problem(status, code, more).send(res);
    },
    answer: (status, type, body) => {
      res.writeHead(status, { "Content-Type": type }).end(body);
    },
    end: () => void res.end(),
    cut: () => void res.socket?.destroy(),
    closed: once(res, "close"),
  };
}
