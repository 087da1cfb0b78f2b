import v8 from "node:v8";
import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { toJsonText } from "../../../runtime/model/values/exact-json.js";
import { ExactNumber } from "../../../runtime/model/values/exact-number.js";
import { columnsOf, type Column } from "../../../runtime/transfer/columns.js";
import { decodeCsv, decodeNdjson } from "../../../runtime/transfer/decode.js";
import {
  toCsvLine,
  toHeaderLine,
  toJsonLine,
  type TransferRecord,
} from "../../../runtime/transfer/encode.js";
import { parseCells } from "../../../runtime/transfer/parse-cells.js";
import { CsvSplitter } from "../../../runtime/transfer/split-records.js";
import { expectLinear } from "../../linear-time.js";
import { field, openEntity } from "../../conformance/fields.js";

const { entities } = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    note: openEntity({
      title: field("string", { isRequired: true }),
      body: field("text"),
      views: field("int"),
      big: field("bigint"),
      price: field("decimal", { precision: 30, scale: 5 }),
      isDone: field("boolean"),
      data: field("json"),
      tags: field("list", { of: "string" }),
    }),
  },
});
const [note] = entities;
const all = note === undefined ? [] : columnsOf(note);
const columns = (...names: string[]): Column[] =>
  names.map((name) => all.find((column) => column.name === name) as Column);
const limits = { maxBodyBytes: 1_000, maxJsonDepth: 5, maxJsonKeys: 10 };

/** Splits a text into chunks of `size` bytes, to test every boundary. */
// eslint-disable-next-line @typescript-eslint/require-await -- the decoder reads asynchronously
async function* chunks(text: string | Buffer, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text as string);
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function listOf<T>(found: AsyncIterable<readonly T[]>): Promise<T[]> {
  const list: T[] = [];
  for await (const some of found) list.push(...some);
  return list;
}

type Told = [line: number, recordOrError: unknown];

/** Decodes a text, and expects the same result for all sizes of chunks. */
async function read(
  decode: (bytes: AsyncIterable<Uint8Array>) => ReturnType<typeof decodeCsv>,
  text: string | Buffer,
) {
  const read = async (size: number) =>
    (await listOf(decode(chunks(text, size)))).map(({ line, record, error }): Told => [
      line,
      error === undefined ? record : `${error.code}: ${error.message}`,
    ]);
  const [whole, byBytes] = [await read(100_000), await read(1)];
  expect(byBytes).toEqual(whole);
  return whole;
}

const readCsv = (text: string | Buffer, options = {}) =>
  read((bytes) => decodeCsv(bytes, all, limits, options), text);
const readNdjson = (text: string | Buffer) => read((bytes) => decodeNdjson(bytes, limits), text);

describe("CSV", () => {
  it("CSV is parsed by the fields' types, with the line of each record, for all line ends", async () => {
    const lines = [
      "\ufeffTITLE, views,body,isDone,data,tags,big,price",
      '"a, ""b"""\t,1,,TRUE,"{""n"":1}","[""x""]",9007199254740993,1.50000',
    ];
    expect(await readCsv(`${lines.join("\n")}\n`)).toEqual([
      [2, "malformed-csv: A comma or the end of the line must follow the quote that ends a value."],
    ]);
    const [header, ...rows] = [
      lines[0],
      lines[1]?.replace("\t", ""),
      'é,,"",false,null,[],1,2',
      "",
      '"x\r\ny\rz",x,,?,,,,',
    ];
    for (const end of ["\n", "\r\n", "\r"]) {
      expect(await readCsv([header, ...rows].join(end))).toEqual([
        [
          2,
          {
            title: 'a, "b"',
            views: 1,
            body: null,
            isDone: true,
            data: { n: 1 },
            tags: ["x"],
            big: "9007199254740993",
            price: "1.50000",
          },
        ],
        [3, { title: "é", views: null, body: "", isDone: false, data: null, tags: [], big: 1, price: "2" }],
        [
          5,
          {
            title: "x\r\ny\rz",
            views: "x",
            body: null,
            isDone: "?",
            data: null,
            tags: null,
            big: null,
            price: null,
          },
        ],
      ]);
    }
  });

  it("CSV continues after a line that cannot be read", async () => {
    const text = Buffer.concat([
      Buffer.from('title,views\nok,1,2\n5" pipe,1\n'),
      Buffer.from([0xff, 0x2c, 0x31, 0x0a]),
      Buffer.from(`"${"x\n".repeat(600)}",1\nlast,2\n,3\n"never,4\n`),
    ]);
    expect(await readCsv(text)).toEqual([
      [2, "malformed-csv: The line has 3 values, the first line 2."],
      [
        3,
        'malformed-csv: A value that contains a quote must be in quotes, with the quote doubled: "5"" pipe".',
      ],
      [4, "malformed-csv: The line is not valid UTF-8."],
      [5, "body-too-large: The record is longer than 1000 bytes."],
      [606, { title: "last", views: 2 }],
      // An empty field that cannot be null is omitted: it gets its default, or the write reports that it is required.
      [607, { views: 3 }],
      [608, "malformed-csv: A quote is not closed."],
    ]);
    expect(await readCsv('data\n{"a":[[[[[1]]]]]}\n"{""a"":[[[[[1]]]]]}"\nnull\n\n')).toEqual([
      [2, expect.stringMatching("malformed-csv")],
      [3, 'invalid-fields: "data": The value is nested more than 5 levels deep.'],
      [4, { data: null }],
      [5, { data: null }],
    ]);
  });

  it("CSV needs a header line with known columns, each once", async () => {
    for (const header of ["title,Titel,title", 'title,"vie', "", `${"x".repeat(2_000)}\n1`])
      await expect(readCsv(`${header}\n1\n`)).rejects.toMatchObject({ status: expect.any(Number) as number });
    await expect(readCsv("title,titel,Title\n1,2,3\n")).rejects.toMatchObject({
      code: "invalid-body",
      message: 'Line 1 must name the columns. Unknown column "titel". Did you mean "title"?',
      issues: [{ code: "unknown-field" }, { path: "title", code: "duplicate" }],
    });
    expect(await readCsv("")).toEqual([]);
  });

  it("CSV escapes formulas if requested, and reads them back unchanged", async () => {
    const titles = ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "'=1", "''=1", "＝1", "'plain", "a=1"];
    const records = titles.map((title) => ({ title, views: -1, price: "-2.5", data: "-x" }));
    const options = { escapesFormulas: true };
    const shown = columns("title", "views", "price", "data");
    const text = toHeaderLine(shown) + records.map((each) => toCsvLine(each, shown, options)).join("");
    for (const { title } of records.slice(0, 9)) expect(text).toContain(`'${title}`);
    expect(text).not.toMatch(/(^|[,\n])"?[=+@\t\r]/);
    expect(text).toContain(",-1,-2.5,");
    expect((await readCsv(text, options)).map(([, record]) => record)).toEqual(records);
  });

  it("records in CSV and in NDJSON are read back as they were written", async () => {
    const some = { nil: null };
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("", " ", '"', ",", "\r\n", "\r", "null", "\ufeff", "'", "=1"),
    );
    const record = fc.record({
      title: text,
      body: fc.option(text, some),
      views: fc.option(
        fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((n) => n + 0),
        some,
      ),
      big: fc.option(fc.constantFrom(0, 9007199254740991, "9007199254740993"), some),
      price: fc.option(fc.constantFrom("0.10000", "-123456789012345678.5"), some),
      isDone: fc.option(fc.boolean(), some),
      data: fc.option(
        fc.oneof(
          text,
          fc.dictionary(
            text,
            fc.oneof(
              text,
              fc.integer().map((n) => n + 0),
            ),
            { maxKeys: 3, noNullPrototype: true },
          ),
        ),
        some,
      ),
      tags: fc.option(fc.array(text, { maxLength: 3 }), some),
    });
    const wide = { maxBodyBytes: 1e6, maxJsonDepth: 5, maxJsonKeys: 100 };
    const names = columns("title", "body", "views", "big", "price", "isDone", "data", "tags");
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 4 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (records, escapesFormulas, size) => {
          const lines = records.map((each) => toCsvLine(each, names, { escapesFormulas }));
          const csv = toHeaderLine(names) + lines.join("");
          const read = await listOf(decodeCsv(chunks(csv, size), names, wide, { escapesFormulas }));
          expect(read.map((each) => each.error ?? each.record)).toEqual(records);
          const json = records.map(toJsonLine).join("");
          const back = await listOf(decodeNdjson(chunks(json, size), wide));
          expect(toJsonText(back.map((each) => each.error ?? each.record))).toBe(toJsonText(records));
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});

describe("NDJSON", () => {
  it("NDJSON is read line by line, and continues after a line that cannot be read", async () => {
    const text = Buffer.concat([
      Buffer.from(
        `\ufeff{"title":"a"}\r\n\n  \r\n{"title":\n[1]\n{"a":${"[".repeat(9)}${"]".repeat(9)}}\n{"title":"`,
      ),
      Buffer.from([0xff]),
      Buffer.from(`"}\n{"title":"${"x".repeat(2_000)}"}\n{"price":1.00000000000000000001}`),
    ]);
    expect(await readNdjson(text)).toEqual([
      [1, { title: "a" }],
      [4, "malformed-json: The line is not valid JSON: it ends too early."],
      [5, "invalid-body: Each line must be a JSON object."],
      [6, "malformed-json: The line is nested more than 5 levels deep."],
      [7, "malformed-json: The line is not valid UTF-8."],
      [8, "body-too-large: The record is longer than 1000 bytes."],
      [9, { price: new ExactNumber("1.00000000000000000001") }],
    ]);
    const exact: TransferRecord = { data: new ExactNumber("1.00000000000000000001") };
    expect(toJsonLine(exact)).toBe('{"data":1.00000000000000000001}\n');
  });

  it.each(["1.00000000000000000001", "12345678901234567890", "1e999"])(
    "NDJSON keeps every digit of %s, on any of the lines that are decoded together",
    async (number) => {
      const line = (text: string) => `{"price":${text}}\n`;
      const text = [1, 2, 3, 4].map((at) => (at === 3 ? line(number) : line(String(at)))).join("");
      const exact = new ExactNumber(number);
      expect((await readNdjson(text)).map(([, record]) => record)).toEqual([
        { price: 1 },
        { price: 2 },
        { price: exact },
        { price: 4 },
      ]);
    },
  );
});

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;

describe("a line of 10 MB", () => {
  const wide = { ...limits, maxBodyBytes: 1_000_000 };
  const csv = (bytes: AsyncIterable<Uint8Array>) => decodeCsv(bytes, columns("title", "body"), wide);
  it.each<[string, typeof csv, string, string, number]>([
    ["of CSV", csv, "title,body\na,", '\nnext,""\n', 2],
    ["of CSV in quotes", csv, 'title,body\na,"', '"\nnext,""\n', 2],
    ["of NDJSON", (bytes) => decodeNdjson(bytes, wide), '{"title":"', '"}\n{"title":"next","body":""}\n', 1],
  ])(
    "a line of 10 MB %s is rejected with its number, and at most the allowed bytes are kept",
    async (_, decode, before, after, line) => {
      const begin = process.memoryUsage().arrayBuffers;
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(before);
        for (let count = 0; count < 160; count++) yield Buffer.alloc(65_536, "x");
        // Chunks that are no longer referenced are garbage-collected.
        await vi.waitUntil(() => {
          collectGarbage();
          return process.memoryUsage().arrayBuffers - begin < 4_000_000;
        }, 30_000);
        yield Buffer.from(after);
      }
      expect(await listOf(decode(bytes()))).toMatchObject([
        { line, error: { code: "body-too-large", message: "The record is longer than 1000000 bytes." } },
        { line: line + 1, record: { title: "next", body: "" } },
      ]);
    },
  );
});

it.each(["x,", ",", '"",', '"x""y",', "x"])(
  "a long line of CSV is split and parsed in linear time: %s again and again",
  (part) => {
    expectLinear(1_600_000, (size) => {
      const text = part.repeat(size / part.length);
      const splitter = new CsvSplitter(size);
      splitter.push(Buffer.from(text));
      expect(splitter.end()?.text).toBe(text);
      expect(parseCells(text)).toHaveLength(text.split(",").length);
    });
  },
);
