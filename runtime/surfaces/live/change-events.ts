import type { LoggedChange } from "../../changes/change.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import { groupRows } from "../../model/values/group-rows.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { keyRecord } from "../../records/parse-id.js";
import { keyName, MAX_READ, type FollowedRecords } from "../../repository/followed-records.js";
import { formatEventId } from "./event-id.js";

/** An event of a stream, as its client gets it. */
export interface ChangeEvent {
  readonly batch: number;
  /** Its place in the batch, which is the same on all servers. */
  readonly place: number;
  readonly text: string;
}

/** What changes mean to those who follow the same records. */
export interface ChangeEvents {
  readonly events: readonly ChangeEvent[];
  /** Whether something has changed of which it is not certain that they may know it. */
  readonly isUnclear: boolean;
}

/** How events are written. */
interface EventForm {
  readonly epoch: string;
  readonly cohort: string;
  /** The maximum length of all texts, in characters. */
  readonly maxLength: number;
}

/**
 * Turns changes into events. The records are read once, as they are now. Whether one was visible before follows from the
 * values that it had.
 * @returns `undefined` if the events would be too long.
 * @throws {DatabaseError}
 */
export async function toEvents(
  changes: readonly LoggedChange[],
  followed: FollowedRecords,
  { epoch, cohort, maxLength }: EventForm,
): Promise<ChangeEvents | undefined> {
  const own = changes.filter(({ entityName }) => entityName === followed.entity.name);
  const keys = new Map(own.map(({ key }) => [keyName(key), key]));
  const records = await readTexts([...keys.values()], followed, maxLength);
  if (records === undefined) return undefined;
  const events: ChangeEvent[] = [];
  const gone = new Set<string>();
  let isUnclear = false;
  for (const { batch, place, name, rows } of groupsOf(own)) {
    const key = toJsonText(keyRecord(followed.entity, keys.get(name) ?? []));
    const id = formatEventId({ epoch, cohort, batch, place });
    const record = records.get(name);
    const saw = sawBefore(rows, followed);
    if (record !== undefined) {
      // One that is new was never seen, whatever happened to it since.
      const type = saw === false || isNew(rows) ? "create" : "update";
      events.push({ batch, place, text: toEventText(type, id, `{"key":${key},"record":${record}}`) });
    } else if (isNew(rows)) {
      // It has come and gone between two looks.
    } else if (saw === true && !gone.has(name)) {
      gone.add(name);
      events.push({ batch, place, text: toEventText("delete", id, `{"key":${key}}`) });
    } else if (saw === undefined) isUnclear = true;
  }
  return { events, isUnclear };
}

/** The records as JSON, by their keys. `undefined` if they are longer than that. */
async function readTexts(
  keys: readonly LoggedChange["key"][],
  followed: FollowedRecords,
  maxLength: number,
): Promise<ReadonlyMap<string, string> | undefined> {
  const texts = new Map<string, string>();
  let length = 0;
  for (const some of chunksOf(keys, MAX_READ)) {
    for (const [name, record] of await followed.read(some)) {
      const text = toJsonText(record);
      length += text.length;
      texts.set(name, text);
    }
    if (length > maxLength) return undefined;
  }
  return texts;
}

/** Whether the first of the changes is a create. */
function isNew([first]: readonly LoggedChange[]): boolean {
  return first?.operation === "create";
}

interface RecordChanges {
  readonly batch: number;
  readonly place: number;
  /** The text of the record's key. */
  readonly name: string;
  readonly rows: readonly LoggedChange[];
}

/** @param changes In order. */
function groupsOf(changes: readonly LoggedChange[]): readonly RecordChanges[] {
  return groupRows(changes, ({ batch }) => batch).flatMap((inBatch) =>
    groupRows(inBatch, ({ key }) => keyName(key)).map((rows, index) => {
      const [{ batch, key }] = rows;
      return { batch, place: index + 1, name: keyName(key), rows };
    }),
  );
}

/**
 * Whether the record was visible before one of the changes. They may be in another order than they were made in, so one
 * is enough.
 */
function sawBefore(rows: readonly LoggedChange[], followed: FollowedRecords): boolean | undefined {
  const seen = rows.map(({ former }) => former !== undefined && followed.saw(former));
  if (seen.includes(true)) return true;
  return seen.includes(undefined) ? undefined : false;
}

/** A JSON text has no line break, which would end the line of the event. */
export function toEventText(type: string, id: string, json: string): string {
  return `event: ${type}\nid: ${id}\ndata: ${json}\n\n`;
}
