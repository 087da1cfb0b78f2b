import { expect, it } from "vitest";
import type { Config } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useFresh } from "./fresh.js";
import { pushTo } from "./push.js";

const key = { isRequired: true, isEditable: false };
const seat = plain(
  { hall: field("string", { ...key, maxLength: 10 }), nr: field("int", key) },
  { primaryKey: ["hall", "nr"] },
);
const hall = field("string", { maxLength: 10 });
const toSeat = (...fields: readonly string[]) => ({
  foreignKeys: [{ fields, targetEntityName: "seat", resolvedEntityName: "place" }],
});

/** A ticket refers to a seat. */
const before: Config["entities"] = {
  seat,
  ticket: plain({ hall, seatnr: field("int") }, toSeat("hall", "seatnr")),
};
const broken = (...paths: readonly string[]) => ({
  code: "foreign-key-conflict",
  issues: paths.map((path) => ({ path, code: "no-such-record" })),
});

await describeDialects("a foreign key of several columns", (dialect) => {
  const { start, dump, database } = useFresh(dialect);
  const { diff, push } = pushTo(database);
  const isInline = dialect.name === "sqlite";

  it("a foreign key of several columns is created with its table, after which no difference is left", async () => {
    await start(before);
    expect(await diff(before)).toEqual([]);
    await start(before, { schema: "verify" });
  });

  it("a foreign key of several columns is added to an existing table by a push, but not by a start", async () => {
    await start({ ...before, ticket: plain({ hall, seatnr: field("int") }) });
    const missing = [
      {
        kind: "addConstraint",
        message: 'The foreign key from "ticket"."hall", "seatnr" to "seat" is missing.',
        isOptional: true,
      },
    ];
    expect(await diff(before)).toMatchObject(isInline ? [] : missing);
    const api = await start(before);
    await expect(api.repository("ticket").create({ hall: "A", seatnr: null })).resolves.toBeDefined();
    expect(await diff(before)).toMatchObject(isInline ? [] : missing);
    expect(await push(before)).toEqual([]);
    if (isInline) return;
    const pushed = await start(before, { schema: "verify" });
    await expect(pushed.repository("ticket").create({ hall: "A", seatnr: 1 })).rejects.toMatchObject(
      broken("hall", "seatnr"),
    );
  });

  it("a foreign key of several columns is added with a new column", async () => {
    await start({ ...before, ticket: plain({ hall }) });
    const api = await start(before);
    expect(await diff(before)).toEqual([]);
    await api.repository("seat").create({ hall: "A", nr: 1 });
    const record = await api.repository("ticket").create({ hall: "A", seatnr: 1 });
    expect(await api.repository("ticket").findById(record.id)).toMatchObject({ place: { hall: "A", nr: 1 } });
    if (isInline) return;
    await expect(api.repository("ticket").create({ hall: "A", seatnr: 2 })).rejects.toMatchObject(
      broken("hall", "seatnr"),
    );
  });

  it("a foreign key of several columns is renamed with its table and columns", async () => {
    const api = await start(before);
    await api.repository("seat").create({ hall: "A", nr: 1 });
    await api.repository("ticket").create({ hall: "A", seatnr: 1 });
    const after: Config["entities"] = {
      seat,
      pass: plain(
        {
          room: field("string", { maxLength: 10, renamedFrom: "hall" }),
          chair: field("int", { renamedFrom: "seatnr" }),
        },
        { ...toSeat("room", "chair"), renamedFrom: "ticket" },
      ),
    };
    expect((await diff(after)).every(({ kind }) => kind === "rename")).toBe(true);
    expect(await push(after)).toEqual([]);
    if (!isInline) expect(await dump()).toContain("fk_pass.room.chair");
    const renamed = await start(after, { schema: "verify" });
    expect((await renamed.repository("pass").find()).items).toMatchObject([
      { room: "A", chair: 1, place: { hall: "A", nr: 1 } },
    ]);
    await expect(renamed.repository("pass").create({ room: "A", chair: 2 })).rejects.toMatchObject(
      broken("room", "chair"),
    );
  });
});
