import type { Response } from "express";
import { toApiError, sendProblem } from "../../http/send-problem.js";
import { sendHead } from "../../http/header-list.js";
import { requestIdOf } from "../../http/request-id.js";
import type { ReadPage } from "../../repository/read-page.js";
import type { RecordStream } from "../../repository/record-stream.js";
import type { Selection } from "../../database/sql/selection.js";
import type { Column } from "../../transfer/columns.js";
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
  } finally {
    stream.end();
  }
}

async function sendTexts(res: Response, stream: RecordStream, format: StreamFormat): Promise<void> {
  const write = writerTo(res, stream.patience);
  const columns = columnsOfSelection(stream.selection);
  if (format.kind === "csv") await write(toHeaderLine(columns));
  const encode = (page: ReadPage) =>
    format.kind === "csv"
      ? page.items.map((record) => toCsvLine(record, columns, format)).join("")
      : [...page.toTexts(), ""].join("\n");
  for await (const text of stream.texts(encode)) if (text !== "") await write(text);
}

/** The members of the records, in order. Those that only some records have are empty in the others. */
function columnsOfSelection({ fields, links, counts, names }: Selection): readonly Column[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const usual = [...byName.keys(), ...links.map(({ link }) => link.name), ...counts.map(({ name }) => name)];
  return (names ?? usual).map((name) => ({ name, field: byName.get(name) }));
}

/**
 * Returns a function that writes text and waits until the client has read what waits for it. A client that takes longer
 * than `patience` for a page is cut off: it would hold a connection to the database, however little it reads.
 */
function writerTo(res: Response, patience: number): (text: string) => Promise<void> {
  let wake = () => {};
  const wakeUp = () => {
    wake();
  };
  // Once for all pages: compression passes listeners on and cannot remove them.
  res.on("drain", wakeUp).on("close", wakeUp);
  return async (text) => {
    if (res.closed || res.destroyed) throw new ClientGone();
    if (res.write(text)) return;
    const isLate = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, patience, true);
      wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
    if (isLate) res.destroy();
    if (isLate || res.destroyed) throw new ClientGone();
  };
}

/** The client does not read any more, so nobody is told. */
class ClientGone extends Error {}

/** Ends an answer so that the client sees that it is not whole. */
async function cut(res: Response, { kind }: StreamFormat, error: unknown): Promise<void> {
  if (error instanceof ClientGone || res.destroyed) return;
  if (kind === "ndjson" && res.headersSent) {
    const problem = toApiError(error).toProblem(requestIdOf(res.req));
    await new Promise<void>((resolve) => {
      res.once("close", resolve);
      res.write(toJsonLine({ "@error": problem }), () => {
        resolve();
      });
      (res as { flush?: () => void }).flush?.();
    });
  }
  sendProblem(res, error);
}
