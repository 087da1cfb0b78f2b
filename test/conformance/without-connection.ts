import http from "node:http";
import { PassThrough } from "node:stream";
import type { Socket } from "node:net";
import type { Express } from "express";

/**
 * Calls an application as serverless-http 4 and serverless-express 4 do: the request has no raw headers, its answer
 * does not refer to it, and writing returns neither `true` nor `false`.
 */
export async function callWithoutConnection(
  app: Express,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const given = { host: "localhost", "content-length": String(Buffer.byteLength(body)), ...headers };
  const req = Object.assign(new http.IncomingMessage(new PassThrough() as unknown as Socket), {
    method,
    url,
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])),
  });
  req.push(body);
  req.push(null);
  const res = new http.ServerResponse({ method } as http.IncomingMessage);
  res.useChunkedEncodingByDefault = false;
  const sent: string[] = [];
  const write = (data: string | Buffer, _encoding: string, done?: () => void) => {
    sent.push(data.toString());
    done?.();
  };
  res.assignSocket(Object.assign(new PassThrough(), { write }) as unknown as Socket);
  const finished = new Promise((resolve) => res.once("finish", resolve));
  app(req, res);
  await finished;
  const text = sent.join("");
  return { status: res.statusCode, text: text.slice(text.indexOf("\r\n\r\n") + 4) };
}
