import { EventEmitter } from "node:events";
import type { Response } from "express";
import { expect, it } from "vitest";
import type { RecordStream } from "../../../runtime/records/record-stream.js";
import { ndjson } from "../../../runtime/surfaces/query/stream-format.js";
import { replyStream } from "../../../runtime/surfaces/query/reply-stream.js";

/** An answer whose client reads `reads` parts and then stops. */
function answer(reads: number) {
  const sent: string[] = [];
  const res = Object.assign(new EventEmitter(), {
    req: { method: "GET", headers: {} },
    headersSent: true,
    destroyed: false,
    setHeader: () => undefined,
    writeHead: () => undefined,
    write: (bytes: Buffer) => {
      sent.push(String(bytes));
      if (sent.length <= reads) setImmediate(() => res.emit("drain"));
      return false;
    },
    end: () => sent.push("end"),
    destroy: () => {
      res.destroyed = true;
    },
  });
  return { res, sent };
}

async function* texts(): AsyncGenerator<string> {
  yield "ü".repeat(100_000);
  await Promise.resolve();
  yield "last";
}

it("a stream of records is sent in parts, and aborted if a part is not read in time", async () => {
  const stream = { members: [], patience: 50, texts } as unknown as RecordStream;
  const patient = answer(10);
  await replyStream(patient.res as unknown as Response, stream, ndjson);
  expect(patient.sent.map(({ length }) => length < 65_537)).toEqual(Array(6).fill(true));
  expect(patient.sent.slice(-2)).toEqual(["last", "end"]);
  const stalled = answer(2);
  await replyStream(stalled.res as unknown as Response, stream, ndjson);
  expect([stalled.res.destroyed, stalled.sent.length]).toEqual([true, 3]);
});
