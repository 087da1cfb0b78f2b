import type { LoggedChange } from "../../changes/change.js";
import { groupRows } from "../../model/values/group-rows.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { keyRecord } from "../../records/parse-id.js";
import { keyName, type FollowedRecords } from "../../repository/followed-records.js";
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

/**
 * Turns changes into events. The records are read once, as they are now. Whether one was visible before follows from the
 * values that it had.
 * @throws {DatabaseError}
 */
export async function toEvents(
  changes: readonly LoggedChange[],
  followed: FollowedRecords,
  epoch: string,
): Promise<ChangeEvents> {
  const own = changes.filter(({ entityName }) => entityName === followed.entity.name);
  const keys = new Map(own.map(({ key }) => [keyName(key), key]));
  const records = await followed.read([...keys.values()]);
  const events: ChangeEvent[] = [];
  const gone = new Set<string>();
  let isUnclear = false;
  for (const { batch, place, name, rows } of groupsOf(own)) {
    const key = keyRecord(followed.entity, keys.get(name) ?? []);
    const id = formatEventId({ epoch, batch, place });
    const record = records.get(name);
    const saw = sawBefore(rows, followed);
    if (record !== undefined) {
      const type = saw === false ? "create" : "update";
      events.push({ batch, place, text: toEventText(type, id, { key, record }) });
    } else if (saw === true && !gone.has(name)) {
      gone.add(name);
      events.push({ batch, place, text: toEventText("delete", id, { key }) });
    } else if (saw === undefined) isUnclear = true;
  }
  return { events, isUnclear };
}

/** The changes of a record in one batch. */
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
export function toEventText(type: string, id: string, data: object): string {
  return `event: ${type}\nid: ${id}\ndata: ${toJsonText(data)}\n\n`;
}
