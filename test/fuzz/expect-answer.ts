import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Problem } from "data-api";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import { SOME_TIME, type Expected, type StoredRecord } from "./oracle.js";
import { fromBigint } from "./values.js";
import type { Member, WorldEntity } from "./world.js";

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Expects the answer that the oracle predicts. */
export function expectAnswer(reply: Reply, expected: Expected): void {
  switch (expected.kind) {
    case "problem": {
      expectRefusal(reply, expected);
      return;
    }
    case "page":
      expectSuccess(reply, 200);
      {
        expectSame(reply.json, { count: expected.count, items: expected.items });
        return;
      }
    case "created": {
      expectCreated(reply, expected);
      return;
    }
    case "changed":
      expectSuccess(reply, 200);
      expectApplied(reply, expected.record !== undefined);
      {
        expectSame(reply.json, expected.record ?? { count: 1 });
        return;
      }
  }
}

function expectRefusal(
  reply: Reply,
  { codes, mayPass = false }: Extract<Expected, { kind: "problem" }>,
): void {
  if (mayPass && reply.status === 200) {
    expectSuccess(reply, 200);
    return;
  }
  // An answer to HEAD has no body.
  if (reply.status === 405 && reply.bytes.length === 0) return;
  expect(reply.headers["content-type"], reply.text).toBe("application/problem+json");
  const { code } = reply.json as Problem;
  expect(codes, reply.text).toContain(code);
  expectProblem(reply, code);
  if (code === "method-not-allowed") expect(reply.headers["allow"]).toMatch(/^[A-Z]+(?:, [A-Z]+)*, OPTIONS$/);
  if (reply.status === 401) expect(reply.headers["www-authenticate"]).toBe("Bearer");
}

function expectSuccess(reply: Reply, status: number): void {
  expect(reply.status, reply.text).toBe(status);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
}

function expectApplied({ headers }: Reply, isApplied: boolean): void {
  expect(headers["preference-applied"]).toBe(isApplied ? "return=representation" : undefined);
}

function expectCreated(
  reply: Reply,
  { entity, prefersRecord, add }: Extract<Expected, { kind: "created" }>,
): void {
  expectSuccess(reply, 201);
  expectApplied(reply, prefersRecord);
  const place = `/api/data/${entity.name}/public/findbyid/`;
  const location = reply.headers["location"] ?? "";
  expect(location.slice(0, place.length)).toBe(place);
  const texts = location.slice(place.length).split("/").map(decodeURIComponent);
  expect(texts).toHaveLength(entity.keys.length);
  const key = entity.keys.map(({ type }, index) => keyOf(type, texts[index] ?? ""));
  const record = add(key);
  expectSame(reply.json, prefersRecord ? record : idOf(entity, key));
}

function idOf({ keys }: WorldEntity, key: readonly unknown[]): unknown {
  return keys.length === 1 ? key[0] : Object.fromEntries(keys.map(({ name }, index) => [name, key[index]]));
}

function keyOf(type: Member["type"], text: string): unknown {
  switch (type) {
    case "int":
      return Number(text);
    case "bigint":
      return fromBigint(BigInt(text));
    case "boolean":
      return text === "true";
    default:
      return text;
  }
}

/** Expects equal values. The members of records have the same order, those of JSON values any order. */
export function expectSame(given: unknown, expected: unknown): void {
  const known = withTimes(given, expected);
  if (isDeepStrictEqual(known, expected) && haveSameOrder(known, expected)) return;
  expect(known).toEqual(expected);
  expect(namesOf(known)).toEqual(namesOf(expected));
  // Differences that `toEqual` ignores.
  expect(JSON.stringify(known)).toBe(JSON.stringify(expected));
}

/** The answer with `SOME_TIME` in place of each valid time that the server has set. */
function withTimes(given: unknown, expected: unknown): unknown {
  if (expected === SOME_TIME) return typeof given === "string" && TIME.test(given) ? SOME_TIME : given;
  if (!isObject(given) || !isObject(expected)) return given;
  if (Array.isArray(given))
    return given.map((item, index) => withTimes(item, (expected as unknown as unknown[])[index]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, withTimes(value, expected[name])]),
  );
}

function isObject(value: unknown): value is StoredRecord {
  return typeof value === "object" && value !== null;
}

/** The names of the members of a page and of its records, in order. */
function namesOf(value: unknown, depth = 0): unknown {
  if (!isObject(value) || depth > 1) return undefined;
  if (Array.isArray(value)) return value.map((item) => namesOf(item, depth));
  return [Object.keys(value), isObject(value["items"]) ? namesOf(value["items"], depth + 1) : undefined];
}

function haveSameOrder(given: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(namesOf(given), namesOf(expected));
}
