import { afterAll, beforeAll } from "vitest";
import type { Config } from "data-api";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { Entity } from "../../runtime/model/model.js";
import type { DialectTarget, FreshDatabase } from "../conformance/targets.js";

/** An open database for all tests of a `describe`. */
export interface Opened {
  readonly database: Database;
  readonly entity: (name: string) => Entity;
}

export function useOpened(target: DialectTarget, entities: Config["entities"]): () => Opened {
  let fresh: FreshDatabase | undefined;
  let opened: Opened | undefined;
  beforeAll(async () => {
    fresh = await target.createDatabase();
    const model = resolveModel({ database: fresh.database, entities });
    const database = new Database(model, dialects[model.database.dialect]);
    await database.open();
    opened = {
      database,
      entity: (name) => {
        const entity = model.entitiesByName.get(name);
        if (entity === undefined) throw new Error(`There is no entity "${name}".`);
        return entity;
      },
    };
  });
  afterAll(async () => {
    await opened?.database.close();
  });
  return () => {
    if (opened === undefined) throw new Error("The database is there only while tests run.");
    return opened;
  };
}
