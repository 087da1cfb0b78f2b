import type { Config } from "data-api";
import { expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi } from "../conformance/start-server.js";
import { expectRefusal, Project } from "./project.js";

const config: Omit<Config, "database"> = {
  changes: { entities: ["note", "tag"] },
  entities: { note: openEntity({ title: field("string") }), tag: openEntity({ title: field("string") }) },
};

await describeDialects("data-api outbox", (dialect) => {
  test("outbox shows how many changes are kept of each entity", async () => {
    const fresh = await dialect.createDatabase();
    const project = new Project({
      "data-api.config.json": JSON.stringify({ ...config, database: fresh.database }),
    });
    // Otherwise a database in a file does not exist yet.
    await fresh.run(["create table other (id int)"]);
    expectRefusal(await project.run("outbox"), "The tables of changes are not there: start the server once");
    const api = await createTestApi("dynamic", fresh, config);
    await api.repository("note").createMany([{ title: "a" }, { title: "b" }]);
    const text = await project.run("outbox");
    expect([text.exitCode, text.stdout]).toEqual([
      0,
      "2 changes.\n2 of them are not in order yet: a server that runs does that.\n         2  note\n         0  tag\n",
    ]);
    await api.repository("tag").create({ title: "c" });
    await api.stopAsync();
    const { stdout } = await project.run("outbox", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      kept: 3,
      waiting: 3,
      lastBatch: 0,
      byEntity: [
        { entity: "note", count: 2 },
        { entity: "tag", count: 1 },
      ],
    });
    // A server that runs puts them in order.
    const running = await createTestApi("dynamic", fresh, config);
    await running.startAsync(0);
    const shown = async () => (await project.run("outbox")).stdout;
    await expect.poll(shown).toContain("0 of them are not in order yet");
    await running.stopAsync();
    expect(await shown()).toMatch(/^3 changes from \S+Z to \S+Z\. The last batch is 1\.\n/);
  });
});

test("outbox is refused if the configuration keeps no changes", async () => {
  const project = new Project({
    "data-api.config.json": JSON.stringify({
      entities: {},
      database: { dialect: "sqlite", name: ":memory:" },
    }),
  });
  expectRefusal(await project.run("outbox"), 'The configuration has no "changes"');
});
