import type { Response } from "express";
import { maxResponseBytes } from "../../http/create-app.js";
import { answersCurrent, tagged } from "../../http/headers/answers-current.js";
import { sendJson } from "../../http/send.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { checkAnswer } from "../../records/check-answer.js";
import { BodyWriter } from "../../records/json-body.js";
import type { Page } from "../../records/page.js";
import { recordTag } from "../../records/record-tag.js";

/** Records and their total count: a page from a read, or an object of your own. */
export type FoundPage = Page<object> | { readonly count: number; readonly items: readonly object[] };

/** 200 `{ "count": n, "items": [...] }` @throws {ApiError} `answer-too-large` */
export function replyFound(res: Response, found: FoundPage): void {
  const maxBytes = maxResponseBytes(res);
  if ("toBody" in found) {
    sendJson(res, 200, found.toBody(maxBytes));
    return;
  }
  const body = new BodyWriter(maxBytes);
  body.add(toJsonText({ count: found.count, items: found.items }));
  sendJson(res, 200, body.end());
}

/**
 * 200 with the same envelope around one record or none, or 304 if the caller already has this version.
 * @throws {ApiError} 412 if "If-Match" does not hold, or `answer-too-large`.
 */
export function replyRecord(res: Response, record: object | undefined): void {
  const json = record === undefined ? undefined : toJsonText(record);
  const tag = json === undefined ? undefined : recordTag(json);
  if (answersCurrent(res, tag)) return;
  sendJson(res, 200, envelope(json, maxResponseBytes(res)), tagged(tag));
}

/** @throws {ApiError} `answer-too-large` */
export function recordText(record: object | undefined, maxBytes: number): string {
  return envelope(record === undefined ? undefined : toJsonText(record), maxBytes);
}

function envelope(json: string | undefined, maxBytes: number): string {
  if (json === undefined) return '{"count":0,"items":[]}';
  const text = `{"count":1,"items":[${json}]}`;
  checkAnswer(text, maxBytes);
  return text;
}
