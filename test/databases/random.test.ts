import { DataApi } from "data-api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { SEED } from "../fuzz/settings.js";
import { runs } from "../runs.js";
import { corpora } from "./corpora.js";
import { importDatabase } from "./import-database.js";
import { prove, whileServing } from "./prove.js";
import { randomDatabase } from "./random-database.js";
import { randomTables } from "./random-tables.js";

const RUNS = runs(3);

await describeDialects("random tables", (dialect) => {
  const [corpus, tables] = [corpora[dialect.name], randomTables[dialect.name]];
  if (corpus === undefined || tables === undefined) {
    test.skip("not run: no random columns are defined", () => undefined);
    return;
  }
  const databases = fc.sample(randomDatabase(tables, corpus.raw), { seed: SEED, numRuns: RUNS });

  test.each(databases.map((statements, index) => [index, statements] as const))(
    "random tables are read and written exactly: %i",
    async (index, statements) => {
      const fresh = await dialect.createDatabase();
      await fresh.run(statements);
      const raw = await corpus.raw.open(fresh.database);
      try {
        const { config } = await importDatabase(fresh.database);
        const found = await whileServing(new DataApi(config), (send) => prove(config, send, raw, corpus.raw));
        expect(found, `FUZZ_SEED=${SEED}, database ${index}:\n${statements.join(";\n")}`).toEqual([]);
      } finally {
        await raw.close();
        await fresh.dispose();
      }
    },
  );
});
