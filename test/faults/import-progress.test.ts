import { expect, it } from "vitest";
import { beginProgress, endProgress, readProgress } from "../../runtime/dump/import-progress.js";
import type { PlannedTable } from "../../runtime/dump/plan-import.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { useOpened } from "../reads/opened.js";

await describeDialects("the progress of an import", (dialect) => {
  const opened = useOpened(dialect, { node: openEntity({ name: field("string") }) });

  it("the progress of an import goes back if a server crash lost the last rows", async () => {
    const { database, entity } = opened();
    const planned = { table: entity("node"), file: { rows: 3 } } as PlannedTable;
    await beginProgress(database, [planned], () => Promise.resolve());
    const ended = endProgress(database, new Map([["node", { inserted: 3, updated: 0 }]]));
    await expect(ended).rejects.toThrow(
      'The database has lost some of the last rows of "node": go on with --resume.',
    );
    expect((await readProgress(database))?.get("node")).toMatchObject({ inserted: 0, updated: 0 });
    await endProgress(database, new Map([["node", { inserted: 0, updated: 0 }]]));
    expect(await readProgress(database)).toBeUndefined();
  });
});
