import { setImmediate } from "node:timers/promises";
import type { LoggedChange } from "../changes/change.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Model, Webhook } from "../model/model.js";
import { chunksOf } from "../model/values/chunks-of.js";
import { toJsonText } from "../model/values/exact-json.js";
import { sha256 } from "../access/sha256.js";
import { parseSelect } from "../read/parse-select.js";
import { keyRecord } from "../records/parse-id.js";
import { FollowedRecords, keyName } from "../repository/followed-records.js";
import type { Draft } from "./deliveries.js";

/** More changes than a batch has. */
const PLACES = 10_000;

/** The maximum number of bytes of a body. Databases and receivers take no body of any size. */
const MAX_BODY = 4 * 1024 * 1024;

/** The records that are read at once. Each may be large. */
const READ_AT_ONCE = 20;

/** The number of characters of bodies after which they are stored before further ones are read. */
const MAX_PART = 1_000_000;

/** Turns changes into what a webhook sends. */
export class Payloads {
  readonly #hook: Webhook;
  readonly #records: ReadonlyMap<string, FollowedRecords>;

  /** @throws {ApiError} for a `select` that an entity of the webhook does not have. */
  constructor(hook: Webhook, { entitiesByName }: Pick<Model, "entitiesByName">, session: DatabaseSession) {
    this.#hook = hook;
    const select = hook.select === undefined ? undefined : parseSelect(hook.select);
    const entities = [...hook.events.keys()].flatMap((name) => entitiesByName.get(name.toLowerCase()) ?? []);
    this.#records = new Map(
      entities.map((entity) => [
        entity.name,
        new FollowedRecords(entity, { where: undefined, select }, undefined, session),
      ]),
    );
  }

  /**
   * Reads the records as they are now: the body is the same in all tries. Of a record that is gone by
   * now, only the delete is sent, and of one that is too large, only the key. The drafts come in parts, because the
   * bodies of a batch may have more bytes than the server has memory.
   * @param changes In order.
   * @throws {DatabaseError}
   */
  async *drafts(
    changes: readonly LoggedChange[],
    session: DatabaseSession,
  ): AsyncGenerator<readonly Draft[], void> {
    const wanted = changes.filter(({ entityName, operation }) =>
      this.#hook.events.get(entityName)?.has(operation),
    );
    let [part, length]: [Draft[], number] = [[], 0];
    let begin = 0;
    for (const some of chunksOf(wanted, READ_AT_ONCE)) {
      for (const draft of await this.#draftsOf(some, begin, session)) {
        part.push(draft);
        length += draft.body.length;
      }
      begin += some.length;
      if (length < MAX_PART) continue;
      yield part;
      [part, length] = [[], 0];
      // SQLite needs no waiting: without a pause, no request would have its turn.
      await setImmediate();
    }
    yield part;
  }

  /** The drafts of some changes. @param begin How many come before them. */
  async #draftsOf(
    changes: readonly LoggedChange[],
    begin: number,
    session: DatabaseSession,
  ): Promise<readonly Draft[]> {
    const found = new Map<string, ReadonlyMap<string, object>>();
    for (const [name, records] of this.#records) {
      const keys = new Map(
        changes
          .filter(({ entityName, operation }) => entityName === name && operation !== "delete")
          .map(({ key }) => [keyName(key), key]),
      );
      found.set(name, await records.read([...keys.values()], session));
    }
    return changes.flatMap((change, index): readonly Draft[] => {
      const { entityName, key, operation, batch, at: timestamp } = change;
      const entity = this.#records.get(entityName)?.entity;
      if (entity === undefined) return [];
      const isDelete = operation === "delete";
      const data = isDelete ? keyRecord(entity, key) : found.get(entityName)?.get(keyName(key));
      if (data === undefined) return [];
      const event = `${entityName}.${operation}`;
      const text = toJsonText({ type: event, timestamp, data });
      const isTooLarge = Buffer.byteLength(text) > MAX_BODY;
      const body = isTooLarge ? toJsonText({ type: event, timestamp, data: keyRecord(entity, key) }) : text;
      const place = batch * PLACES + begin + index;
      return [
        { place, record: sha256(`${entity.name}\n${keyName(key)}`), recordId: toJsonText(key), event, body },
      ];
    });
  }
}
