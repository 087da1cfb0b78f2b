import { beforeAll, expect, it } from "vitest";
import type { FieldConfig } from "data-api";
import { ApiError } from "../../runtime/errors/api-error.js";
import { Repository } from "../../runtime/repository/repository.js";
import { sql } from "kysely";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useOpened, type Opened } from "./opened.js";

const repository = (opened: Opened, name: string): Repository =>
  new Repository(opened.entity(name), opened.database);

/** Every form in which SQLite stores datetimes. */
const forms: Readonly<Record<string, Partial<FieldConfig>>> = {
  usual: {},
  fine: { precision: 9 },
  local: { zone: "none" },
  offset: { zone: "offset" },
  spaced: { storedAs: "YYYY-MM-DD HH:MM:SS" },
  zoned: { storedAs: "YYYY-MM-DD HH:MM:SS.SSSSSS +00:00" },
  julian: { storedAs: "julian day" },
  seconds: { storedAs: "unix seconds" },
  milliseconds: { storedAs: "unix milliseconds" },
  any: { storedAs: "any" },
};

await describeDialect("parts of stored forms", "sqlite", (dialect) => {
  const opened = useOpened(dialect, {
    moment: plain(
      Object.fromEntries(Object.entries(forms).map(([name, form]) => [name, field("datetime", form)])),
    ),
  });
  const instants = ["1969-12-31T23:00:00Z", "1970-02-03T04:05:06Z", "2024-02-29T17:00:00Z"];

  beforeAll(async () => {
    const moments = repository(opened(), "moment");
    for (const instant of instants) {
      const values = Object.keys(forms).map((name) => [
        name,
        name === "local" ? instant.replace("Z", "") : instant,
      ]);
      await moments.create(Object.fromEntries(values) as object);
    }
  });

  it.each(Object.keys(forms))(
    "datetimes of SQLite in the form %s are grouped by their parts, and have a minimum and a maximum",
    async (name) => {
      const parts = ["date", "year", "month", "day", "hour"].map((part) => `${part}(${name})` as const);
      const { items } = await repository(opened(), "moment").aggregate({ groupBy: parts });
      const lines = [
        ["1969-12-31", 1969, 12, 31, 23],
        ["1970-02-03", 1970, 2, 3, 4],
        ["2024-02-29", 2024, 2, 29, 17],
      ];
      expect(items.map((item) => Object.values(item))).toEqual(lines);
      const extremes = await repository(opened(), "moment").aggregate({ min: [name], max: [name] });
      const zone = name === "local" ? "" : name === "offset" ? "+00:00" : "Z";
      expect(Object.values(extremes.items[0] ?? {})).toEqual([
        `1969-12-31T23:00:00.000${zone}`,
        `2024-02-29T17:00:00.000${zone}`,
      ]);
      const whole = await repository(opened(), "moment").aggregate({ groupBy: [name], count: true, take: 2 });
      expect(whole.items).toHaveLength(2);
      const after = whole.next as string;
      const rest = await repository(opened(), "moment").aggregate({ groupBy: [name], count: true, after });
      expect(rest.items).toEqual([{ [name]: `2024-02-29T17:00:00.000${zone}`, "count()": 1 }]);
    },
  );

  it("an aggregate groups datetimes of SQLite that are stored in several forms", async () => {
    const { database } = opened();
    await sql`insert into moment("any") values ('2024-02-29 17:00:00'), (1709226000), ('2024-02-29T19:00:00+02:00')`.execute(
      database.kysely,
    );
    const where = { any: { ne: null } };
    const { items } = await repository(opened(), "moment").aggregate({
      groupBy: ["any"],
      count: true,
      where,
      orderBy: ["~any"],
      take: 1,
    });
    expect(items).toEqual([{ any: "2024-02-29T17:00:00.000Z", "count()": 4 }]);
    const distinct = await repository(opened(), "moment").aggregate({ countDistinct: ["any"] });
    expect(distinct.items).toEqual([{ "count(distinct any)": 3 }]);
  });

  it("an aggregate does not fail on values of SQLite that are not datetimes", async () => {
    const { database } = opened();
    await sql`insert into moment("any", julian, seconds, usual) values ('x', 'y', 'z', 'w')`.execute(
      database.kysely,
    );
    const groupBy = ["month(any)", "hour(julian)", "date(seconds)", "month(usual)"] as const;
    const { items } = await repository(opened(), "moment").aggregate({ groupBy, count: true });
    expect(items.length).toBeGreaterThan(0);
  });
});

await describeDialects("large numbers", (dialect) => {
  const opened = useOpened(dialect, {
    number: plain({
      total: field("decimal"),
      wide: field("bigint"),
      tiny: field("decimal", { precision: 30, scale: 20 }),
      float: field("float"),
    }),
  });
  const numbers = () => repository(opened(), "number");
  const most = "9999999999999999999999999999.9999999999";

  it("an aggregate sums and averages decimals of up to 38 digits, and rejects more", async () => {
    await numbers().create({ total: "4999999999999999999999999999.9999999999" });
    await numbers().create({ total: "5000000000000000000000000000" });
    const { items } = await numbers().aggregate({ sum: ["total"], max: ["total"] });
    expect(items).toEqual([{ "sum(total)": most, "max(total)": "5000000000000000000000000000" }]);
    await expectOutOfRange(numbers().aggregate({ avg: ["total"] }));
    await numbers().create({ total: "0.0000000001" });
    await expectOutOfRange(numbers().aggregate({ sum: ["total"] }));
  });

  it("an aggregate averages decimals exactly, and rounds half away from zero", async () => {
    const { items: before } = await numbers().aggregate({ count: true });
    expect(before).toHaveLength(1);
    for (const tiny of ["0.00000000000000000001", "0.00000000000000000002", "-9999999999"])
      await numbers().create({ tiny });
    const { items } = await numbers().aggregate({ avg: ["tiny"], where: { tiny: { ne: null } } });
    expect(items).toEqual([{ "avg(tiny)": "-3333333332.99999999999999999999" }]);
  });

  it("an aggregate sums integers beyond 64 bits", async () => {
    for (let count = 0; count < 3; count++) await numbers().create({ wide: "9223372036854775807" });
    await numbers().create({ wide: "-2" });
    const { items } = await numbers().aggregate({
      sum: ["wide"],
      avg: ["wide"],
      having: "sum(wide)>9223372036854775807",
    });
    expect(items).toEqual([{ "sum(wide)": "27670116110564327419", "avg(wide)": "6917529027641081854.75" }]);
  });

  it("a sum of floats beyond the range of a double is no internal error", async () => {
    for (let count = 0; count < 2; count++) await numbers().create({ float: 1.7e308 });
    const sum = numbers().aggregate({ sum: ["float"] });
    const error: unknown = await sum.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error === undefined || (error as ApiError).status === 400, String(error)).toBe(true);
  });

  async function expectOutOfRange(promise: Promise<unknown>): Promise<void> {
    const error: unknown = await promise.then(
      (page) => JSON.parse(JSON.stringify(page)) as unknown,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).status).toBe(400);
    expect((error as ApiError).issues).toMatchObject([{ code: "out-of-range" }]);
  }
});
