import { DataApi } from "data-api";
import { expect, test } from "vitest";
import { describeDialect } from "../conformance/describe-dialects.js";
import { corpora } from "./corpora.js";
import { importDatabase } from "./import-database.js";
import { prove, whileServing } from "./prove.js";

export async function proveCorpus(name: string): Promise<void> {
  const corpus = corpora[name];
  if (corpus === undefined) throw new Error(`There is no corpus for "${name}".`);
  const { statements, raw: dialect, differences } = corpus;
  await describeDialect("a database of everything", name, (target) => {
    test("is read and written to the last bit", async () => {
      const { database, run, dispose } = await target.createDatabase();
      await run(statements);
      const raw = await dialect.open(database);
      try {
        const { text, config } = await importDatabase(database);
        if (process.env["SHOW"]) console.log(text);
        const found = await whileServing(new DataApi(config), (send) => prove(config, send, raw, dialect));
        expect(found).toEqual(differences);
      } finally {
        await raw.close();
        await dispose();
      }
    });
  });
}
