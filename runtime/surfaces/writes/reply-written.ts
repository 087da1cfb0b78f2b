import type { Response } from "express";
import { toJsonText } from "../../model/values/exact-json.js";
import type { Entity } from "../../model/model.js";
import { idOfRecord } from "../../records/parse-id.js";
import { noSuchRecord } from "../../write/steps/reach-record.js";
import { recordTag } from "../../records/record-tag.js";
import type { AnyRecord } from "../../repository/repository.js";
import { prefers, STRICT, type Preference } from "../../http/headers/parse-prefer.js";
import type { UpsertResult, UpsertOutcome } from "../../write/upsert-result.js";
import type { RecordCount } from "../../write/write.js";
import { ImportedRecords } from "../../write/many/imported-records.js";
import { recordLocation } from "./record-location.js";
import { tagged } from "../../http/headers/answers-current.js";
import type { HeaderList } from "../../http/headers/header-list.js";
import { sendJson } from "../../http/send.js";

/**
 * 201 with the new id, or the record if the caller prefers it; for several, with a list of them. For a stream 207 with
 * `{ "created": n, "failed": n, "errors": [...] }`. The size is not limited, because the record has already been written.
 */
export function replyCreated(
  res: Response,
  entity: Entity,
  created: object | readonly object[],
  { returning }: Pick<Preference, "returning">,
): void {
  if (created instanceof ImportedRecords) {
    // Not 200: generated clients would use its body for every create.
    sendJson(res, 207, toJsonText(created), prefers(STRICT, res.req) ? ["Preference-Applied", STRICT] : []);
    return;
  }
  if (isList(created)) {
    const list =
      returning === "record" ? created : created.map((each) => idOfRecord(each as AnyRecord, entity));
    sendJson(res, 201, toJsonText(list), appliedToMany(returning));
    return;
  }
  const record = created as AnyRecord;
  const text = toJsonText(returning === "record" ? record : idOfRecord(record, entity));
  const location = recordLocation(entity, record, res.req);
  sendJson(res, 201, text, ["Location", location, ...applied(returning, text)]);
}

/**
 * 200 `{ "count": 1 }`, or the record if the caller prefers it.
 * @throws {ApiError} 404 if there was no such record.
 */
export function replyChanged(
  res: Response,
  entity: Entity,
  record: object | undefined,
  { returning }: Pick<Preference, "returning">,
): void {
  if (record === undefined) throw noSuchRecord(entity);
  const text = returning === "record" ? toJsonText(record) : '{"count":1}';
  sendJson(res, 200, text, applied(returning, text));
}

/** 200 `{ "count": n }`, and `items` with the records if the caller prefers them. */
export function replyMany(
  res: Response,
  written: readonly object[] | RecordCount,
  { returning }: Pick<Preference, "returning">,
): void {
  const count = isList(written) ? written.length : written.count;
  const text = returning === "record" ? toJsonText({ count, items: written }) : `{"count":${count}}`;
  sendJson(res, 200, text, appliedToMany(returning));
}

/**
 * For one record 201 with its id or 200 `{ "count": 1 }`, as a create and an update answer. For a list 200 with the
 * outcome for each: `[{ "outcome": "created", "id": 7 }]`, or with `record` if the caller prefers it.
 */
export function replyUpserted(
  res: Response,
  entity: Entity,
  upserted: readonly UpsertResult<object>[],
  { returning, isList: isMany }: Pick<Preference, "returning"> & { readonly isList: boolean },
): void {
  const [first] = upserted;
  if (!isMany && first !== undefined) {
    const { outcome, record } = first;
    if (outcome === "created") replyCreated(res, entity, record, { returning });
    // A record that needed no change was not read.
    else replyChanged(res, entity, record, { returning: outcome === "unchanged" ? "id" : returning });
    return;
  }
  // Put together as text, because an object for each of many records takes time and memory.
  let text = "[";
  for (let index = 0; index < upserted.length; index++) {
    const { outcome, record } = upserted[index] as UpsertResult<object>;
    const key = idOfRecord(record as AnyRecord, entity);
    text += index === 0 ? beginnings[outcome].slice(1) : beginnings[outcome];
    text += typeof key === "number" ? String(key) : toJsonText(key);
    if (returning === "record" && outcome !== "unchanged") text += `,"record":${toJsonText(record)}`;
    text += "}";
  }
  sendJson(res, 200, `${text}]`, appliedToMany(returning));
}

/** How each part of the answer begins. Put together for each record, they would be many texts. */
const beginnings = {
  created: ',{"outcome":"created","id":',
  updated: ',{"outcome":"updated","id":',
  unchanged: ',{"outcome":"unchanged","id":',
} as const satisfies Readonly<Record<UpsertOutcome, string>>;

function appliedToMany(returning: Preference["returning"]): HeaderList {
  return returning === "record" ? ["Preference-Applied", "return=representation"] : [];
}

function isList(value: object): value is readonly object[] {
  return Array.isArray(value);
}

/** The additional headers of an answer that contains the record. */
function applied(returning: Preference["returning"], text: string): HeaderList {
  return returning === "record"
    ? ["Preference-Applied", "return=representation", ...tagged(recordTag(text))]
    : [];
}
