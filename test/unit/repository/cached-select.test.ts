import { expect, test } from "vitest";
import { authorize } from "../../../runtime/access/authorize.js";
import { toCaller } from "../../../runtime/access/caller.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { Entity } from "../../../runtime/model/model.js";
import { cachedSelect } from "../../../runtime/read/cached-select.js";
import { parseSelectValue } from "../../../runtime/read/select-object.js";
import { planRead } from "../../../runtime/read/read-plan.js";
import { everybody, field, plain, to } from "../../conformance/fields.js";

const model = resolveModel({
  database: { dialect: "sqlite", name: "x" },
  entities: {
    note: plain({ title: field("string"), topic: to("topic", "theTopic") }),
    topic: plain({ word: field("string") }),
    shown: plain(
      { title: field("string"), level: field("int") },
      { permissions: { ...everybody, read: [{ role: "guest", fields: { exclude: ["level"] } }] } },
    ),
  },
});

function entity(name: string): Entity {
  const found = model.entitiesByName.get(name);
  if (found === undefined) throw new Error(`There is no entity "${name}".`);
  return found;
}

/** The selection of a request with this text, as each request gets it. */
function selectionFor(text: string, of = entity("note")) {
  const select = cachedSelect(text, of, () => parseSelectValue(text, of.limits));
  return planRead(of, { select }, authorize(toCaller({ userId: 1 }), of.policy, "read")).selection;
}

test.each(["title", "*,theTopic(word)"])(
  'the selection of "%s" is resolved for the first request',
  (text) => {
    expect(selectionFor(text)).toBe(selectionFor(text));
  },
);

test("a long text is not cached", () => {
  const text = `title${" ".repeat(1_000)}`;
  expect(selectionFor(text)).toEqual(selectionFor("title"));
  expect(selectionFor(text)).not.toBe(selectionFor(text));
});

test("the selection of a caller who may not read all fields is resolved for each request", () => {
  const shown = entity("shown");
  expect(selectionFor("title", shown)).toEqual(selectionFor("title", shown));
  expect(selectionFor("title", shown)).not.toBe(selectionFor("title", shown));
});
