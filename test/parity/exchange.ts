import net from "node:net";

/** A request as bytes. */
export interface Probe {
  readonly method: string;
  /** As sent, without further encoding. */
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

/** The probe as HTTP/1.1. Adds the length of a body, unless a header has it. */
export function toBytes({ method, path, headers = [], body }: Probe): Buffer {
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(body);
  const saysLength = headers.some((line) => /^(?:content-length|transfer-encoding):/i.test(line));
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "Host: localhost",
    ...headers,
    ...(body === undefined || saysLength ? [] : [`Content-Length: ${bytes.length}`]),
    "Connection: close",
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}

/** Sends a request. Resolves to all bytes of the answer, with times and ids masked. */
export function exchange(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(port, "127.0.0.1", () => socket.write(request));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.setTimeout(60_000, () => socket.destroy(new Error("The server does not answer.")));
    socket.on("error", reject);
    socket.on("close", () => {
      resolve(maskTimes(Buffer.concat(chunks).toString("latin1")));
    });
  });
}

/** Masks the parts that differ in each answer. */
function maskTimes(answer: string): string {
  return answer
    .replace(/\r\nETag: "[\w-]{22}"/, "\r\nETag: …")
    .replace(/\r\nDate: [^\r\n]+/, "\r\nDate: …")
    .replace(/\r\nX-Request-Id: [\da-f]{32}\r/, "\r\nX-Request-Id: …\r")
    .replace(/"instance":"urn:data-api:request:[\da-f]{32}"/, '"instance":"…"')
    .replace(/"(createdat|updatedat)":"[\d:.TZ-]+"/g, '"$1":"…"');
}
