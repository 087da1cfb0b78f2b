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
        const { config } = await importDatabase(database);
        const found = await whileServing(new DataApi(config), (send) => prove(config, send, raw, dialect));
        const isKnown = (text: string) => Object.keys(differences).some((start) => text.startsWith(start));
        expect(found.filter((text) => !isKnown(text))).toEqual([]);
        const gone = Object.keys(differences).filter((start) => !found.some((text) => text.startsWith(start)));
        expect(gone, "what is exact by now").toEqual([]);
      } finally {
        await raw.close();
        await dispose();
      }
    });
  });
}
