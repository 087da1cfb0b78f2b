import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { EntityStatements } from "../../runtime/database/sql/statements.js";
import { dialectNames } from "../../runtime/model/settings/dialect-facts.js";
import type { Entity } from "../../runtime/model/model.js";
import { parseAggregateOptions, type AggregateOptions } from "../../runtime/read/aggregate-options.js";
import { planAggregate } from "../../runtime/read/plan-aggregate.js";
import { field, plain, to } from "../conformance/fields.js";
import { printed } from "./printed.js";

// As in statements.test.ts: UPDATE_GOLDEN=1 writes the files.
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

const entities = {
  sale: plain({
    status: field("string"),
    kind: field("enum", { values: ["web", "shop"] }),
    total: field("decimal"),
    amount: field("int"),
    rate: field("float"),
    at: field("datetime"),
    clientid: to("client", "client"),
  }),
  client: plain({ name: field("string") }),
};

const questions: Readonly<Record<string, AggregateOptions>> = {
  "all records": { count: true, sum: ["total"], where: "status=paid" },
  "each aggregate": {
    groupBy: ["status", "kind"],
    count: true,
    sum: ["total", "amount", "rate"],
    avg: ["total", "amount", "rate"],
    min: ["total", "at"],
    max: ["status"],
    countDistinct: ["status", "clientid"],
  },
  "parts of times": { groupBy: ["date(at)", "year(at)", "month(at)", "day(at)", "hour(at)"], count: true },
  "records of a relation, conditions and orders": {
    groupBy: ["client.name"],
    having: "sum(total)>100&client.name<>null",
    orderBy: ["~avg(total)", "client.name"],
    take: 10,
  },
};

test.each(dialectNames)("the statements of aggregates for %s are exactly the recorded ones", (name) => {
  const model = resolveModel({ database: { dialect: name, name: "x" }, entities });
  const entity = model.entitiesByName.get("sale") as Entity;
  const statements = new EntityStatements(entity, new Database(model, dialects[name]));
  const text = Object.entries(questions).flatMap(([title, options]) => {
    const plan = planAggregate(entity, parseAggregateOptions(options), undefined);
    return [`-- ## ${title}`, ...printed(statements.aggregate(plan.aggregation, plan))];
  });
  const { aggregation } = planAggregate(
    entity,
    parseAggregateOptions({ groupBy: ["status"], count: true }),
    undefined,
  );
  text.push("-- ## the number of groups", ...printed(statements.countGroups(aggregation)), "");
  const path = join(import.meta.dirname, "aggregates", `${name}.sql`);
  if (isUpdate) writeFileSync(path, text.join("\n"));
  expect(text.join("\n")).toBe(readFileSync(path, "utf8"));
});
