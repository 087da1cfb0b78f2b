import { DataApi, type Config } from "data-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { loadGenerated } from "../conformance/generated-code.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { corpora, fillDatabase } from "./corpora.js";
import { importDatabase } from "./import-database.js";
import { prove, whileServing } from "./prove.js";
import { dropStatements, proveWalks, referenceStatements, withReferences } from "./prove-walks.js";
import type { RawDatabase } from "./raw-database.js";
import { Recording } from "./recording.js";
import { readRows, tablesOf } from "./table.js";

/** Of this many orders, one is read from generated code too. */
const EVERY = 7;
/** Thousands of requests, in milliseconds. */
const LONG = 600_000;

/** Registers the tests of a dialect's corpus. */
export async function proveCorpus(name: string): Promise<void> {
  const corpus = corpora[name];
  if (corpus === undefined) throw new Error(`There is no corpus for "${name}".`);
  const { raw: dialect, differences } = corpus;
  await describeDialect("a database with every type", name, (target) => {
    const recording = new Recording();
    let fresh: FreshDatabase;
    let raw: RawDatabase;
    beforeAll(async () => {
      fresh = await target.createDatabase();
      await fillDatabase(fresh, corpus);
      raw = await dialect.open(fresh.database);
    });
    afterAll(async () => {
      await raw.close();
    });

    test("a database with every type is imported, and its values are read and written exactly", async () => {
      const { config } = await importDatabase(fresh.database);
      const found = await whileServing(new DataApi(config), (send) =>
        prove(config, recording.of(send), raw, dialect),
      );
      const isKnown = (text: string) => Object.keys(differences).some((start) => text.startsWith(start));
      expect(found.filter((text) => !isKnown(text))).toEqual([]);
      const gone = Object.keys(differences).filter((start) => !found.some((text) => text.startsWith(start)));
      expect(gone, "what is exact by now").toEqual([]);
    });

    test("generated code gives the same answers for a database with every type", async () => {
      const { config } = await importDatabase(fresh.database);
      const stored = async () => {
        const tables = tablesOf(config, dialect);
        const rows = [];
        for (const table of tables)
          for (const { cells } of await readRows(raw, table, dialect))
            rows.push([...cells].flatMap(([{ isStamp }, cell]) => (isStamp ? [] : [cell])));
        return rows;
      };
      const before = await stored();
      const createApi = await loadGenerated(config);
      await whileServing(createApi(config), (send) => recording.expectSame(send));
      expect(await stored()).toEqual(before);
    });

    test.each([
      ["dynamic", 1],
      ["generated", EVERY],
    ])(
      "every order of a database with every type has each record once in its pages: %s",
      async (mode, every) => {
        const imported = await importDatabase(fresh.database);
        const tables = tablesOf(imported.config, dialect);
        await fresh.run(referenceStatements(tables, dialect, name));
        try {
          const config = withReferences(imported.config, tables);
          const create =
            mode === "dynamic" ? (given: Config) => new DataApi(given) : await loadGenerated(config);
          const small = { ...config, server: { ...config.server, maxTake: 1 } };
          const found = await whileServing(create(config), (send) =>
            whileServing(create(small), (sendSmall) => proveWalks(tables, every, send, sendSmall)),
          );
          expect(found).toEqual([]);
        } finally {
          await fresh.run(dropStatements(tables, dialect));
        }
      },
      LONG,
    );
  });
}
