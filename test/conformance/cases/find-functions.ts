import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function findFunctionCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      Note: openEntity({ title: field("string"), big: field("bigint"), hidden: field("secret") }),
      seen: openEntity({ title: field("string") }, { readValidator: () => "title<>null" }),
      closed: { fields: { title: field("string") }, permissions: { create: ["guest"] } },
    },
    server: { maxTake: 50 },
  });
  const req = new IncomingMessage(new Socket());

  beforeAll(async () => {
    for (let index = 0; index < 7; index++) {
      await server.api.repository("note").create({ title: `t${index % 3}`, big: `900719925474099${index}` });
      await server.api.repository("seen").create({ title: index % 2 === 0 ? null : "t" });
    }
  });

  /** Expects that a function returns the page of the endpoint, or rejects with its error. */
  async function expectSame(found: () => Promise<unknown>, path: string): Promise<void> {
    const reply = await server.get(path);
    if (reply.status === 200) {
      expect(await found()).toEqual(reply.json);
      expect(pageOf(reply)).toBeDefined();
      return;
    }
    const error: unknown = await found().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    if (!(error instanceof ApiError)) return;
    expect(error.status).toBe(reply.status);
    expect(JSON.stringify(error.toProblem(reply.headers["x-request-id"]))).toBe(reply.text);
    expectProblem(reply, error.code);
    for (const [name, value] of Object.entries(error.headers))
      expect(reply.headers[name.toLowerCase()]).toBe(value);
  }

  describe("findByIdAsync", () => {
    it.each<readonly [string, number | string]>([
      ["note", 1],
      ["NOTE", "1"],
      ["note", 999],
      ["note", 0],
      ["note", "x"],
      ["note", 1.5],
      ["note", "1.0"],
      ["note", 2147483648],
      ["seen", 1],
      ["seen", 2],
      ["closed", 1],
      ["closed", "x"],
      ["nota", 1],
      ["__proto__", 1],
      ["constructor", 1],
    ])(
      "findByIdAsync of %s with the id %s returns the page or the error of the endpoint",
      async (entity, id) => {
        await expectSame(() => server.api.findByIdAsync(req, entity, id), paths.findById(entity, id));
      },
    );

    it("findByIdAsync rejects ids such as NaN, null and objects", async () => {
      for (const id of [Number.NaN, Infinity, null, undefined, {}, [1], true]) {
        await expect(server.api.findByIdAsync(req, "note", id as number)).rejects.toMatchObject({
          code: "invalid-id",
        });
      }
    });
  });

  describe("findAllAsync", () => {
    it.each<readonly [string, string, number, number]>([
      ["note", "title", 0, 50],
      ["Note", "~TITLE", 2, 3],
      ["note", "big", 0, 0],
      ["note", "id", 100, 1],
      ["seen", "id", 0, 50],
      ["note", "id", 0, 51],
      ["note", "id", -1, 1],
      ["note", "id", 0, -1],
      ["note", "id", 0.5, 1],
      ["note", "nope", 0, 1],
      ["note", "hidden", 0, 1],
      ["note", "", 0, 1],
      ["closed", "id", 0, 1],
      ["nota", "id", 0, 1],
    ])(
      "findAllAsync of %s by %s, %d/%d, returns the page or the error of the endpoint",
      async (entity, orderBy, skip, take) => {
        if (orderBy === "") {
          await expect(server.api.findAllAsync(req, entity, orderBy, skip, take)).rejects.toBeInstanceOf(
            ApiError,
          );
          return;
        }
        await expectSame(
          () => server.api.findAllAsync(req, entity, orderBy, skip, take),
          paths.findAll(entity, orderBy, skip, take),
        );
      },
    );

    it("findAllAsync rejects a skip such as NaN, null and texts", async () => {
      for (const value of [Number.NaN, Infinity, 1e21, null, undefined, "x"]) {
        const find = server.api.findAllAsync(req, "note", "id", value as number, 1);
        await expect(find).rejects.toMatchObject({ code: "invalid-page" });
      }
    });
  });

  describe("findByConditionAsync", () => {
    it.each([
      ["note", "id", "title=t1"],
      ["NOTE", "~big", 'title="t1"|id<3'],
      ["note", "title", "big>9007199254740992"],
      ["seen", "id", "id>0|title=null"],
      ["note", "id", "nope=1"],
      ["note", "id", "hidden=1"],
      ["note", "id", "title"],
      ["note", "id", "((("],
      ["note", "nope", "id=1"],
      ["closed", "id", "id=1"],
      ["nota", "id", "id=1"],
    ])(
      "findByConditionAsync of %s by %s returns the page or the error of the endpoint: %s",
      async (entity, orderBy, condition) => {
        await expectSame(
          () => server.api.findByConditionAsync(req, entity, orderBy, 0, 50, condition),
          paths.findByCondition(entity, condition, orderBy, 0, 50),
        );
      },
    );

    it("findByConditionAsync rejects an empty condition", async () => {
      const find = server.api.findByConditionAsync(req, "note", "id", 0, 1, "");
      await expect(find).rejects.toMatchObject({ code: "invalid-condition" });
    });
  });
}
