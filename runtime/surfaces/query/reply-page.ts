import type { Response } from "express";
import { maxResponseBytes } from "../../http/create-app.js";
import { answersCurrent, tagged } from "../../http/headers/answers-current.js";
import { varyBy } from "../../http/headers/cache-headers.js";
import { COUNT, prefers } from "../../http/headers/parse-prefer.js";
import { sendJson } from "../../http/send.js";
import { toJsonText } from "../../model/values/exact-json.js";
import type { Entity } from "../../model/model.js";
import { checkAnswer } from "../../records/check-answer.js";
import { RecordStream } from "../../records/record-stream.js";
import type { ReadPage } from "../../records/read-page.js";
import { noSuchRecord } from "../../write/steps/reach-record.js";
import { recordTag } from "../../records/record-tag.js";
import { replyStream } from "./reply-stream.js";
import { acceptedFormat, ndjson } from "./stream-format.js";
import { decodeParameter, encodeBytes, splitQuery } from "../../http/parse-parameters.js";

/**
 * 200 `{ "items": [...], "next"?: "…", "count"?: n }`, or 304 if the caller already has this page. A stream is sent to
 * its end, after this has returned.
 * @throws {ApiError} 412 if "If-Match" does not hold, or `answer-too-large`.
 */
export function replyPage(res: Response, page: Pick<ReadPage, "toBody" | "count" | "next">): void {
  const { req } = res;
  const format = acceptedFormat(req);
  varyBy(res, "Accept");
  if (page instanceof RecordStream) {
    void replyStream(res, page, format ?? ndjson);
    return;
  }
  const body = page.toBody(maxResponseBytes(res));
  const applied = page.count !== undefined && prefers(COUNT, req) ? ["Preference-Applied", COUNT] : [];
  if (req.method === "POST") {
    sendJson(res, 200, body, applied);
    return;
  }
  varyBy(res, "Prefer");
  const tag = recordTag(body);
  if (answersCurrent(res, tag)) return;
  const link = page.next === undefined ? undefined : nextLink(req.url, page.next);
  sendJson(res, 200, body, [...applied, ...tagged(tag), ...(link === undefined ? [] : ["Link", link])]);
}

/**
 * 200 with the record, or 304 if the caller already has this version.
 * @throws {ApiError} 404 without a record, 412 if "If-Match" does not hold, or `answer-too-large`.
 */
export function replyOne(res: Response, entity: Pick<Entity, "name">, record: object | undefined): void {
  if (record === undefined) throw noSuchRecord(entity);
  const text = toJsonText(record);
  const tag = recordTag(text);
  if (answersCurrent(res, tag)) return;
  checkAnswer(text, maxResponseBytes(res));
  sendJson(res, 200, text, tagged(tag));
}

/** Proxies reject answers whose headers are longer than 4 KiB in total. */
const MAX_LENGTH = 2048;

/**
 * The `Link` header to the next page (RFC 8288): a reference with only a query, which is valid wherever the server is
 * mounted. Other parameters are as sent; `after` replaces `skip`.
 * @returns `undefined` if it would be too long. The page has `next`, too.
 */
export function nextLink(url: string, next: string): string | undefined {
  const others = splitQuery(url)
    .filter(({ name }) => !["after", "skip"].includes(decodeParameter(name) ?? name))
    .map(({ text }) => toReference(text));
  const link = `<?${[...others, `after=${encodeURIComponent(next)}`].join("&")}>; rel="next"`;
  return link.length > MAX_LENGTH ? undefined : link;
}

/** Encodes characters that servers accept but that a reference cannot contain (RFC 3986, 3.4). */
function toReference(text: string): string {
  return encodeBytes(text).replace(/[^\w.~!$&'()*+,;=:@/?%-]/g, encodeURIComponent);
}
