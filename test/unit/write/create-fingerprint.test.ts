import { describe, expect, it } from "vitest";
import type { Entity, Field } from "../../../runtime/model/model.js";
import { fingerprintOf, noteBody, type Create } from "../../../runtime/write/steps/create-fingerprint.js";

const fields = [
  { name: "title", type: "string" },
  { name: "owner", type: "int" },
  { name: "rating", type: "int", default: 3 },
  { name: "password", type: "secret" },
  { name: "confirmPassword", type: "string" },
] as unknown as readonly Field[];
const item = {
  name: "item",
  fields,
  fieldsByName: new Map(fields.map((field) => [field.name.toLowerCase(), field])),
  relations: [],
  users: undefined,
} as unknown as Entity;

type Options = Create["write"]["options"];

/** A create whose input is canonical. */
function create(input: Readonly<Record<string, unknown>>, options: Options, entity = item): Create {
  const given = fields.filter(({ name }) => name in input);
  const write = { kind: "create", entity, input, options, grant: undefined };
  const values = given.map(({ name }) => input[name]);
  return { write, given: { fields: given, values, links: [], lists: [] } } as unknown as Create;
}

/** The fingerprint of a request with this body, if its handler creates a record from this input. */
function of(body: object, input: Readonly<Record<string, unknown>>, entity = item): string {
  const options = { idempotencyKey: "key" } as Options;
  noteBody(options, body);
  return fingerprintOf(create(input, options, entity));
}

describe("the fingerprint of a create", () => {
  it("the fingerprint of a create includes members that a handler adds, such as a part of the path", () => {
    const body = { title: "a" };
    expect(of(body, { title: "a", owner: 1 })).toBe(of(body, { title: "a", owner: 1 }));
    expect(of(body, { title: "a", owner: 1 })).not.toBe(of(body, { title: "a", owner: 2 }));
    expect(of(body, { title: "a", owner: 1 })).not.toBe(of(body, { title: "a" }));
  });

  it("the fingerprint of a create differs for records that a handler creates one by one from an array", () => {
    const options = { idempotencyKey: "key" } as Options;
    noteBody(options, [{ title: "a" }, { title: "b" }]);
    const [first, second] = ["a", "b"].map((title) => fingerprintOf(create({ title }, options)));
    expect(first).not.toBe(second);
  });

  it("the fingerprint of a create does not include defaults that the server adds", () => {
    expect(of({ title: "a" }, { title: "a", rating: 3 })).toBe(of({ title: "a" }, { title: "a" }));
    expect(of({ title: "a", rating: 3 }, { title: "a", rating: 3 })).not.toBe(
      of({ title: "a" }, { title: "a" }),
    );
  });

  it("the fingerprint of a create does not include secrets, or the confirmation of a user's password", () => {
    const [one, two] = ["1", "2"].map((text) => ({ password: text, confirmPassword: text }));
    const user = { ...item, users: {} } as unknown as Entity;
    expect(of(one ?? {}, { password: "1" }, user)).toBe(of(two ?? {}, { password: "2" }, user));
    expect(of({ password: "1" }, { password: "1" })).toBe(of({ password: "2" }, { password: "2" }));
    // Without users, `confirmPassword` is an ordinary field.
    const [three, four] = ["1", "2"].map((confirmPassword) => ({ confirmPassword }));
    expect(of(three ?? {}, three ?? {})).not.toBe(of(four ?? {}, four ?? {}));
  });
});
