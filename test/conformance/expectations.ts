import { expect } from "vitest";
import type { Problem } from "data-api";
import { problemCodes, type ProblemCode } from "../../runtime/errors/codes.js";
import type { Reply } from "./http-client.js";
import type { TestServer } from "./start-server.js";

/** Internals that must never reach a client: driver messages, SQL, stacks and paths. */
export const INSIDES =
  /sqlite|better-sqlite3|constraint failed|syntax error|node_modules|\n\s+at |\.ts:\d|select count|insert into/i;

interface ExpectedProblem {
  readonly detail?: string | RegExp;
  readonly errors?: readonly object[];
}

/** Expects exactly the problem document of this code. */
export function expectProblem(reply: Reply, code: ProblemCode, expected: ExpectedProblem = {}): Problem {
  const { status, title } = problemCodes[code];
  expect(reply.text).toContain(`"code":"${code}"`);
  expect(reply.status).toBe(status);
  expect(reply.headers["content-type"]).toBe("application/problem+json");
  expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
  expect(reply.text).not.toMatch(INSIDES);
  const problem = reply.json as Problem;
  expect(Object.keys(problem)).toEqual([
    "type",
    "title",
    "status",
    "detail",
    "instance",
    "code",
    ...(problem.errors === undefined ? [] : ["errors"]),
  ]);
  expect(problem).toMatchObject({ type: `urn:data-api:problem:${code}`, title, status, code });
  expect(reply.headers["x-request-id"]).toMatch(/^[\w.:+/=-]{1,128}$/);
  const requestId = encodeURIComponent(reply.headers["x-request-id"] ?? "");
  expect(problem.instance).toBe(`urn:data-api:request:${requestId}`);
  expect(problem.detail).not.toBe("");
  if (typeof expected.detail === "string") expect(problem.detail).toBe(expected.detail);
  if (expected.detail instanceof RegExp) expect(problem.detail).toMatch(expected.detail);
  if (expected.errors !== undefined) {
    const saysParams = expected.errors.some((error) => "params" in error);
    expect(saysParams ? problem.errors : withoutParams(problem.errors)).toEqual(expected.errors);
  }
  return problem;
}

/** Most cases compare only the message, which says the same as the parameters. `issue-params.ts` compares these. */
function withoutParams(errors: Problem["errors"]): readonly object[] | undefined {
  return errors?.map((error) =>
    Object.fromEntries(Object.entries(error).filter(([name]) => name !== "params")),
  );
}

/** Expects a success with exactly this JSON value as its body. */
export function expectJson(reply: Reply, status: number, value: unknown): void {
  expect(reply.text).toBe(JSON.stringify(value));
  expect(reply.status).toBe(status);
  expect(reply.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(reply.headers["content-length"]).toBe(String(reply.bytes.length));
}

/** The records of all entities, to check that nothing was written. */
export async function snapshot(server: TestServer): Promise<string> {
  const pages = Object.keys(server.config.entities).map(async (name) => {
    return JSON.stringify(await server.api.repository(name).find());
  });
  return (await Promise.all(pages)).join("\n");
}

/** A page as the endpoints return it. */
export interface FoundPage {
  readonly count: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** The page of a successful answer. */
export function pageOf(reply: Reply): FoundPage {
  expect(reply.text).toMatch(/^\{"count":/);
  expect(reply.status).toBe(200);
  const page = reply.json as FoundPage;
  expect(Object.keys(page)).toEqual(["count", "items"]);
  return page;
}

/** The values of one member in all items of the page. */
export function pluck(reply: Reply, name: string): unknown[] {
  return pageOf(reply).items.map((item) => item[name]);
}
