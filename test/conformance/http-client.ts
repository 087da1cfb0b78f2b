import http from "node:http";
import net from "node:net";

/** An answer as it was received. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON. Throws if it is not JSON. */
  readonly json: unknown;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body?: unknown;
}

/** Sends a request with `node:http`, which does not normalize the path. A JSON body gets its Content-Type. */
export function sendRequest(
  port: number,
  agent: http.Agent,
  method: string,
  path: string,
  { headers = {}, body }: RequestOptions = {},
): Promise<Reply> {
  const bytes = toBytes(body);
  const isJson = body !== undefined && typeof body !== "string" && !Buffer.isBuffer(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: "127.0.0.1",
        port,
        agent,
        method,
        path,
        headers: {
          // The same id for all requests, so that answers can be compared.
          "X-Request-Id": "test",
          ...(isJson && { "Content-Type": "application/json" }),
          ...(bytes !== undefined && { "Content-Length": String(bytes.length) }),
          ...headers,
        },
      },
      (response) => {
        readReply(response).then(resolve, reject);
      },
    );
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server has closed the kept connection at the same moment (nodejs.org/api/http.html#requestreusedsocket).
      if (request.reusedSocket && error.code === "ECONNRESET")
        resolve(sendRequest(port, agent, method, path, { headers, body }));
      else reject(error);
    });
    request.end(bytes);
  });
}

/** Sends bytes on a new connection, and reads until the server closes it. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.setTimeout(60_000, () => socket.destroy(new Error("The server does not answer.")));
    socket.on("error", reject);
    socket.on("close", () => {
      resolve(parseReply(Buffer.concat(chunks)));
    });
  });
}

function toBytes(body: unknown): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

async function readReply(response: http.IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return toReply(response.statusCode ?? 0, headers, Buffer.concat(chunks));
}

/** Parses an answer with a Content-Length, or without a body. */
function parseReply(bytes: Buffer): Reply {
  const end = bytes.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = bytes
    .subarray(0, end === -1 ? bytes.length : end)
    .toString("latin1")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return toReply(
    Number(statusLine.split(" ")[1]),
    headers,
    end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 4),
  );
}

function toReply(status: number, headers: Reply["headers"], bytes: Buffer): Reply {
  const text = bytes.toString("utf8");
  return {
    status,
    headers,
    bytes,
    text,
    get json(): unknown {
      return JSON.parse(text) as unknown;
    },
  };
}
