import { describe, expect, it } from "vitest";
import { permissionsOf } from "../../../runtime/access/authorize.js";
import { guest, toCaller, type Caller } from "../../../runtime/access/caller.js";
import { rightsOf } from "../../../runtime/access/rights.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { type SelectedFields, type Selection } from "../../../runtime/database/sql/selection.js";
import type { Entity } from "../../../runtime/model/model.js";
import { parseSelect } from "../../../runtime/read/parse-select.js";
import { planRecord } from "../../../runtime/read/read-plan.js";
import { selectionOf } from "../../../runtime/read/selection-of.js";
import { everybody, field, plain } from "../../conformance/fields.js";

const many = (targetEntityName: string, resolvedEntityName: string) =>
  field("int", { foreignKey: { targetEntityName, resolvedEntityName, isManyToMany: true } });
const model = resolveModel({
  database: { dialect: "sqlite", name: "x" },
  auth: { secretKey: "a secret of thirty-two bytes, at least" },
  entities: {
    note: plain({
      title: field("string"),
      topic: field("int", {
        foreignKey: { targetEntityName: "topic", resolvedEntityName: "theTopic", inverseName: "notes" },
      }),
      topics: many("topic", "theTopics"),
    }),
    topic: plain(
      { word: field("string"), secret: field("secret") },
      {
        permissions: {
          ...everybody,
          read: ["admin", { role: "guest", fields: { include: ["word"] }, where: "id>5" }],
        },
      },
    ),
    bare: plain({ title: field("string") }, { systemFields: { ownerid: false } }),
  },
});
const note = entity("note");
const member = toCaller({ userId: 7 });
const admin = toCaller({ userId: 1, roles: ["admin"] });

function entity(name: string): Entity {
  const found = model.entitiesByName.get(name);
  if (found === undefined) throw new Error(`There is no entity "${name}".`);
  return found;
}

function selected(caller: Caller, of = note): Selection {
  const rights = rightsOf(of, caller, permissionsOf(caller, of.policy, "read"));
  return selectionOf(of, model, { caller }, rights);
}

const names = ({ fields }: SelectedFields) => fields.map(({ name }) => name);

describe("the selection for a caller", () => {
  it("the selection without a caller includes everything, except secrets and internal fields", () => {
    const whole = selectionOf(note, model);
    const { references, links, guards } = whole;
    expect(names(whole)).toEqual(["id", "title", "topic", "ownerid"]);
    expect(references.map((each) => [each.name, each.entity.name, names(each)])).toEqual([
      ["theTopic", "topic", ["id", "word", "ownerid"]],
      ["owner", "user", expect.not.arrayContaining(["password", "usernamekey"])],
    ]);
    expect(links.map(({ link, target }) => [link.name, target && names(target)])).toEqual([
      ["topics", ["id", "word", "ownerid"]],
    ]);
    expect(guards).toEqual([]);
  });

  it("the selection is created once for all callers who may read everything", () => {
    expect(selectionOf(note, model)).toBe(selectionOf(note, model));
    expect(selected(admin)).toBe(selectionOf(note, model));
    expect(selected(guest, entity("bare"))).toBe(selectionOf(entity("bare"), model));
  });

  it("the selection for a caller follows the rules of the referenced entity", () => {
    const { references, links } = selected(member);
    const rows = { kind: "comparison", operator: ">", value: 5 };
    const [theTopic, owner] = references;
    expect(theTopic).toMatchObject({ name: "theTopic", rows, fields: [{ name: "word" }] });
    expect(owner).toMatchObject({ name: "owner", rows: { field: { name: "id" }, operator: "=", value: 7 } });
    expect(links).toMatchObject([{ link: { name: "topics" }, target: { rows, fields: [{ name: "word" }] } }]);
  });

  it("the selection for a caller does not include records of entities that the caller may not read", () => {
    expect(selected(guest).references.map(({ name }) => name)).toEqual(["theTopic"]);
  });

  it("the selection for a caller has a shape that is the same for other values, and differs by role", () => {
    const other = toCaller({ userId: 8 });
    expect(selected(other).shape).toBe(selected(member).shape);
    const shapes = [guest, member, admin].map((caller) => selected(caller).shape);
    expect(new Set(shapes).size).toBe(3);
  });

  const shapeOf = (text: string) => {
    const topic = entity("topic");
    return planRecord(topic, { select: parseSelect(text, topic.limits) }, undefined).shape;
  };

  it.each([
    ["id,notes(title;where=id>1)", "id,notes(title;where=id>2)"],
    ["id,notes(title;where=title=a|title=b)", "id,notes(title;where=title=c|title=d)"],
    ["id,notes(title;take=1;skip=1)", "id,notes(title;take=2;skip=2)"],
    ["id,notes(title;where=theTopic.word=a)", "id,notes(title;where=theTopic.word=b)"],
  ])("a selection has one shape for all values in it: %s", (one, other) => {
    expect(shapeOf(one)).toBe(shapeOf(other));
  });

  it("the shape of a selection depends on its fields, records, conditions and orders, and on long lists", () => {
    const texts = [
      ...["*", "id", "word", "id,word", "word,id", "id,count(notes)"],
      ...["id,notes", "id,notes(id)", "id,notes(title)", "id,notes(id,title)", "id,notes(title;take=500)"],
      ...["id,notes(title;orderBy=title)", "id,notes(title;orderBy=~title)", "id,notes(title;orderBy=~id)"],
      ...["id,notes(title;where=id>1)", "id,notes(title;where=id>=1)", "id,notes(title;where=topic>1)"],
      ...["id,notes(title;where=title=a)", "id,notes(title;where=title~a)", "id,notes(title;where=title~*a)"],
      ...["id,notes(title;where=title=null)", "id,notes(title;where=!(title=a))"],
      ...["id,notes(title;where=id=1&id=2)", "id,notes(title;where=id=1|id=2)"],
      ...["id,notes(title;where=theTopic.word=a)", "id,notes(title;where=owner.username=a)"],
      ...["id,notes(theTopic(id))", "id,notes(theTopic(word))", "id,notes(owner(id))"],
      ...["id,notes(topics)", "id,notes(theTopics(id))", "id,notes(theTopics(word))"],
    ];
    const shapes = texts.map(shapeOf);
    const first = texts.filter((_, index) => shapes.indexOf(shapes[index] ?? "") === index);
    expect(first).toEqual(texts);
  });
});
