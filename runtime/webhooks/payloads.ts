import { createHash } from "node:crypto";
import type { LoggedChange } from "../changes/change.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Entity, Model, Webhook } from "../model/model.js";
import { toJsonText } from "../model/values/exact-json.js";
import { parseSelect } from "../read/parse-select.js";
import { keyRecord } from "../records/parse-id.js";
import { FollowedRecords, keyName } from "../repository/followed-records.js";
import type { Draft } from "./deliveries.js";

/** More changes than a batch has. */
const PLACES = 10_000;

/** The maximum number of bytes of a body. Databases and receivers take no body of any size. */
const MAX_BODY = 4 * 1024 * 1024;

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
   * now, only the delete is sent, and of one that is too large, only the key.
   * @param changes In order.
   * @throws {DatabaseError}
   */
  async drafts(changes: readonly LoggedChange[]): Promise<readonly Draft[]> {
    const wanted = changes.filter(({ entityName, operation }) =>
      this.#hook.events.get(entityName)?.has(operation),
    );
    const found = new Map<string, ReadonlyMap<string, object>>();
    for (const [name, records] of this.#records) {
      const keys = new Map(
        wanted
          .filter(({ entityName, operation }) => entityName === name && operation !== "delete")
          .map(({ key }) => [keyName(key), key]),
      );
      found.set(name, await records.read([...keys.values()]));
    }
    return wanted.flatMap((change, index): readonly Draft[] => {
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
      const place = batch * PLACES + index;
      return [{ place, record: hashOf(entity, keyName(key)), recordId: toJsonText(key), event, body }];
    });
  }
}

function hashOf({ name }: Entity, key: string): string {
  return createHash("sha256").update(`${name}\n${key}`).digest("base64url");
}
