import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { permissionsOf } from "../../runtime/access/authorize.js";
import { toCaller } from "../../runtime/access/caller.js";
import { rightsOf } from "../../runtime/access/rights.js";
import { checkCondition } from "../../runtime/condition/check-condition.js";
import { parseCondition } from "../../runtime/condition/parse-condition.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { joinedToCount } from "../../runtime/database/sql/counted-page.js";
import { Database } from "../../runtime/database/database.js";
import type { BoundStatement } from "../../runtime/database/sql/statement.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { Selection } from "../../runtime/database/sql/selection.js";
import { EntityStatements } from "../../runtime/database/sql/statements.js";
import { dialectNames } from "../../runtime/model/settings/dialect-facts.js";
import { firstKey } from "../../runtime/model/fields.js";
import { orderBy } from "../../runtime/database/sql/order.js";
import { withoutTies } from "../../runtime/database/sql/total-order.js";
import type { Entity, Field, Model } from "../../runtime/model/model.js";
import { selectionOf } from "../../runtime/read/selection-of.js";
import { printed } from "./printed.js";
import { entities } from "./selection-config.js";

// As in statements.test.ts: UPDATE_GOLDEN=1 writes the files.
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

test.each(dialectNames)(
  "the statements for %s with references are exactly the recorded statements",
  (name) => {
    const dialect = dialects[name];
    const schema = dialect.schema.schemas && "crm";
    const model = resolveModel({
      database: { dialect: name, name: "x" },
      auth: { identify: () => null },
      entities: entities(schema),
    });
    const database = new Database(model, dialect);
    const text = [
      "-- ## everything",
      ...statementsOf(selectionOf(entityOf(model, "note"), model), database),
      "-- ## what a clerk may read",
      ...statementsOf(selectionOfClerk(entityOf(model, "note"), model), database),
      "-- ## what a clerk may read of an entity without references",
      ...statementsOf(selectionOfClerk(entityOf(model, "person"), model), database),
      "-- ## a key of several fields",
      ...statementsOf(selectionOf(entityOf(model, "line"), model), database),
      "-- ## foreign keys of several fields",
      ...statementsOf(selectionOf(entityOf(model, "remark"), model), database),
      "",
    ].join("\n");
    const file = join(import.meta.dirname, "selections", `${name}.sql`);
    if (isUpdate) writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, "utf8"));
  },
);

function entityOf(model: Model, name: string): Entity {
  const entity = model.entitiesByName.get(name);
  if (entity === undefined) throw new Error(`There is no entity "${name}".`);
  return entity;
}

function selectionOfClerk(entity: Entity, model: Model): Selection {
  const clerk = toCaller({ userId: 7, roles: ["clerk"], claims: { name: "Ann" } });
  const rights = rightsOf(entity, clerk, permissionsOf(clerk, entity.policy, "read"));
  return selectionOf(entity, model, { caller: clerk }, rights);
}

function statementsOf(selection: Selection, database: Database): readonly string[] {
  const { entity, links } = selection;
  const statements = new EntityStatements(entity, database);
  const { countedPage = joinedToCount } = database.dialect;
  const key = firstKey(entity);
  const [last = key] = entity.fields.slice(-1);
  const where = checkCondition(parseCondition(`${key.name}=1|${last.name}<>null`), entity);
  const by = (field: Field, isDescending = false) => withoutTies([orderBy(field, isDescending)], selection);
  const byKey = { order: by(key), where: undefined, take: 1, skip: 0 };
  const byLast = { order: by(last, true), where, take: 1, skip: 0 };
  const all: readonly (readonly [string, BoundStatement])[] = [
    ["page by the key", statements.page(byKey, selection)],
    [`page by ${last.name}, descending`, statements.page(byLast, selection)],
    ["counted page by the key", statements.countedPage(byKey, countedPage, selection)],
    [`counted page by ${last.name}, descending`, statements.countedPage(byLast, countedPage, selection)],
    ["find", statements.find(where, selection)],
    ["lock", statements.lock(where)],
    ...links.flatMap((selected) =>
      [[1], [1, 2, 3, 4]].map(
        (keys) => [`${selected.link.name} of ${keys.length}`, statements.linked(selected, keys)] as const,
      ),
    ),
  ];
  return all.flatMap(([title, statement]) => [`-- ${title}`, ...printed(statement)]);
}
