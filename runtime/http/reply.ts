import type { Response } from "express";
import { ApiError } from "../errors/api-error.js";
import type { Entity } from "../model/model.js";
import { checkAnswer } from "../repository/check-answer.js";
import { keyRecord } from "../repository/parse-id.js";
import type { Page } from "../repository/page.js";
import type { AnyRecord } from "../repository/repository.js";
import type { Preference } from "./parse-prefer.js";
import { recordLocation } from "./paths.js";
import { sendJson } from "./send.js";
import { MAX_RESPONSE_BYTES } from "./create-app.js";

/** Some records and how many there are in all: a page as it was read, or what somebody made of it. */
export type Found = Page<object> | { readonly count: number; readonly items: readonly object[] };

/**
 * 200 `{ "count": n, "items": [...] }`
 * @throws {ApiError} `answer-too-large`
 */
export function replyFound(res: Response, found: Found): void {
  sendJson(res, 200, foundText(found, maxResponseBytes(res)));
}

/**
 * 200 with the same envelope around one record or none.
 * @throws {ApiError} `answer-too-large`
 */
export function replyRecord(res: Response, record: object | undefined): void {
  sendJson(res, 200, recordText(record, maxResponseBytes(res)));
}

/** @throws {ApiError} `answer-too-large` */
export function foundText(found: Found, maxBytes: number): string {
  if ("toText" in found) return found.toText(maxBytes);
  const text = JSON.stringify({ count: found.count, items: found.items });
  checkAnswer(text, maxBytes);
  return text;
}

/** @throws {ApiError} `answer-too-large` */
export function recordText(record: object | undefined, maxBytes: number): string {
  if (record === undefined) return '{"count":0,"items":[]}';
  const text = `{"count":1,"items":[${JSON.stringify(record)}]}`;
  checkAnswer(text, maxBytes);
  return text;
}

function maxResponseBytes({ app }: Response): number {
  return (app.get(MAX_RESPONSE_BYTES) as number | undefined) ?? Infinity;
}

/** 201 with the new id, or the record if the caller prefers it. It has been written: however large it is, it is no error. */
export function replyCreated(res: Response, entity: Entity, record: object, prefer: Preference): void {
  const fields = record as AnyRecord;
  const answer = prefer.returning === "record" ? record : idOf(fields, entity);
  sendJson(res, 201, JSON.stringify(answer), {
    Location: recordLocation(entity, fields),
    ...applied(prefer),
  });
}

/** The value of the key, or an object where several fields are the key. */
function idOf(record: AnyRecord, entity: Entity): unknown {
  const values = entity.keys.map(({ name }) => record[name]);
  return values.length === 1 ? values[0] : keyRecord(entity, values);
}

/**
 * 200 `{ "count": 1 }`, or the record if the caller prefers it.
 * @throws {ApiError} 404 if there was no such record.
 */
export function replyChanged(
  res: Response,
  entity: Entity,
  record: object | undefined,
  prefer: Preference,
): void {
  if (record === undefined) throw new ApiError("unknown-record", `There is no such "${entity.name}".`);
  sendJson(res, 200, prefer.returning === "record" ? JSON.stringify(record) : '{"count":1}', applied(prefer));
}

function applied({ returning }: Preference): Readonly<Record<string, string>> {
  return returning === "record" ? { "Preference-Applied": "return=representation" } : {};
}
