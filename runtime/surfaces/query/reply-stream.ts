import type { Response } from "express";
import { toApiError, sendProblem } from "../../http/send-problem.js";
import { sendHead } from "../../http/headers/header-list.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import type { ReadPage } from "../../records/read-page.js";
import type { RecordStream } from "../../records/record-stream.js";
import { toCsvLine, toHeaderLine, toJsonLine } from "../../transfer/encode.js";
import { contentType, type StreamFormat } from "./stream-format.js";

/**
 * Sends a stream of records: 200, with all of them. If it has to stop before the last record, the connection is closed
 * without the end of the body; NDJSON then has a last line `{ "@error": … }` with the problem document.
 */
export async function replyStream(res: Response, stream: RecordStream, format: StreamFormat): Promise<void> {
  try {
    sendHead(res, 200, ["Content-Type", contentType(format)]);
    if (res.req.method !== "HEAD") await sendTexts(res, stream, format);
    res.end();
  } catch (error) {
    await cut(res, format, error);
  }
}

async function sendTexts(res: Response, stream: RecordStream, format: StreamFormat): Promise<void> {
  const write = writerTo(res, stream.patience);
  const columns = stream.members;
  if (format.kind === "csv") await write(toHeaderLine(columns));
  const encode = (page: ReadPage) =>
    format.kind === "csv"
      ? page.items.map((record) => toCsvLine(record, columns, format)).join("")
      : [...page.toTexts(), ""].join("\n");
  for await (const text of stream.texts(encode)) if (text !== "") await write(text);
}

/** The bytes that a client must read within the patience. */
const PART = 65_536;

/**
 * Returns a function that writes text and waits until the client has read it. A client that takes longer than
 * `patience` for a part is disconnected, because it holds a database connection.
 */
function writerTo(res: Response, patience: number): (text: string) => Promise<void> {
  let wake = () => {};
  const wakeUp = () => wake();
  // Once for all parts: compression passes listeners on and cannot remove them.
  res.on("drain", wakeUp).on("close", wakeUp);
  const drained = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        res.destroy();
        resolve();
      }, patience);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return async (text) => {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += PART) {
      if (res.destroyed) throw new ClientGone();
      // As `pipe` of Node.js has it: responses of serverless adapters return `undefined`, and never drain.
      if ((res.write(bytes.subarray(from, from + PART)) as boolean | undefined) === false) await drained();
    }
    // Also if the last part was never read.
    if (res.destroyed) throw new ClientGone();
  };
}

/** The client no longer reads, so there is nobody to report to. */
class ClientGone extends Error {}

/** Ends an answer so that the client can see that it is incomplete. */
async function cut(res: Response, { kind }: StreamFormat, error: unknown): Promise<void> {
  if (error instanceof ClientGone || res.destroyed) return;
  if (kind === "ndjson" && res.headersSent) {
    const problem = toApiError(error).toProblem(requestIdOf(res.req));
    await new Promise<void>((resolve) => {
      res.once("close", resolve);
      res.write(toJsonLine({ "@error": problem }), () => resolve());
      (res as { flush?: () => void }).flush?.();
    });
  }
  sendProblem(res, error);
}
