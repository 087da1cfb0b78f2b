import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { startServer } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";

await describeDialects("the values of a record before a write", (target) => {
  test("a change keeps the short values of the record before it, and the key as it is stored", async () => {
    let database: FreshDatabase | undefined;
    const createDatabase = async () => (database = await target.createDatabase());
    const fixed = { isEditable: false, isRequired: true } as const;
    const server = await startServer(
      "dynamic",
      { ...target, createDatabase },
      {
        changes: { entities: ["part"] },
        entities: {
          part: openEntity(
            {
              orderid: { type: "int", ...fixed },
              code: { type: "string", ...fixed },
              title: field("string"),
              price: field("decimal", { precision: 6, scale: 2 }),
              text: field("richtext"),
              secret: field("string", { maxLength: 1_000 }),
            },
            { primaryKey: ["orderid", "code"] },
          ),
        },
      },
    );
    const first = { title: "ü", price: "1.25", text: "<p>long</p>", secret: "s" };
    const send = async (method: string, path: string, body?: object) =>
      (await server.request(method, `/api/data/part${path}`, { body })).status;
    expect(await send("POST", "", { orderid: 7, code: "a", ...first })).toBe(201);
    expect(await send("PATCH", "/7/a", { title: "b", text: "<p>longer</p>" })).toBe(200);
    expect(await send("DELETE", "/7/a")).toBe(200);
    const rows = await database?.run(["select operation, recordid, former from data_api_outbox order by id"]);
    const formerOf = (title: string): unknown =>
      expect.objectContaining({ orderid: 7, code: "a", title, price: "1.25" });
    expect(
      rows?.map(({ operation, recordid, former }) => [
        operation,
        recordid,
        JSON.parse((former ?? "null") as string) as unknown,
      ]),
    ).toEqual([
      ["create", '[7,"a"]', null],
      ["update", '[7,"a"]', formerOf("ü")],
      ["delete", '[7,"a"]', formerOf("b")],
    ]);
    for (const { former } of rows ?? []) expect(former ?? "").not.toMatch(/long|secret/);
  });
});
