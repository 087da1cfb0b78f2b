import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { DataApi } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { openEntity } from "../conformance/fields.js";
import { createKysely, openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { entities } from "./start-many.js";
import { useFresh } from "./fresh.js";

const jiti = fileURLToPath(new URL("jiti-cli.mjs", import.meta.resolve("jiti")));
const script = fileURLToPath(new URL("start-many.ts", import.meta.url));
/** Loads the built package without transforming it, which would take longer than all starts. */
const env = { ...process.env, JITI_TRY_NATIVE: "1" };

await describeDialects("concurrent starts", (dialect) => {
  const { start, dump, database } = useFresh(dialect);

  async function expectMadeOnce(starts: number): Promise<void> {
    const made = await dump();
    for (const name of Object.keys(entities)) expect(made.split(`ux_${name}.title`).length - 1).toBe(1);
    const [row] = await database().run(["select count(*) as found from thing0"]);
    expect(Number(row?.["found"])).toBe(starts);
    await start(entities);
    expect(await dump()).toBe(made);
  }

  it("concurrent starts in one process all succeed, and the tables are created once", async () => {
    const apis = Array.from({ length: 4 }, () => {
      const config = { database: database().database, entities, server: { host: "127.0.0.1" } };
      return new DataApi(config);
    });
    await Promise.all(apis.map((api) => api.startAsync(0)));
    await Promise.all(apis.map((api) => api.repository("thing0").create({})));
    await Promise.all(apis.map((api) => api.stopAsync()));
    await expectMadeOnce(4);
  });

  it("concurrent starts of several processes all succeed, and the tables are created once", async () => {
    const rounds = await Promise.all(Array.from({ length: 5 }, () => dialect.createDatabase()));
    const configs = [database(), ...rounds].map((each) => JSON.stringify(each.database));
    const processes = [0, 1, 2].map(() => spawn(process.execPath, [jiti, script, ...configs], { env }));
    const errors: string[] = [];
    for (const { stderr } of processes) stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
    await Promise.all(processes.map(({ stdout }) => once(stdout, "data")));
    const exits = processes.map((process) => once(process, "exit"));
    for (const { stdin } of processes) stdin.write("go\n");
    await Promise.all(exits);
    expect(errors.join("")).toBe("");
    await expectMadeOnce(3);
    for (const { run, dispose } of rounds) {
      const [row] = await run(["select count(*) as found from thing0"]);
      expect(Number(row?.["found"])).toBe(3);
      await dispose();
    }
  });

  /** Runs `work` while another connection holds the lock for creating tables, until `end` is called. */
  async function whileTablesAreMade(work: (end: () => void) => Promise<void>): Promise<void> {
    const model = resolveModel({ database: database().database, entities: {} });
    const connection = await openConnection(model, dialects[model.database.dialect]);
    const { schema } = dialects[model.database.dialect];
    const db = createKysely(dialects[model.database.dialect], () => connection.driver);
    try {
      await schema.alone(db, () => new Promise<void>((resolve, reject) => void work(resolve).catch(reject)));
    } finally {
      await connection.close();
    }
  }

  it("a start waits for another that creates tables longer than lockTimeout and statementTimeout", async () => {
    const { thing0 } = entities;
    const impatient = { lockTimeout: 1_000, statementTimeout: 1_000 };
    await start({ thing0 });
    let isStarted = false;
    let starting: Promise<unknown> | undefined;
    await whileTablesAreMade(async (end) => {
      starting = start({ thing0, more: openEntity({}) }, impatient).then(() => {
        isStarted = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      expect(isStarted).toBe(false);
      end();
    });
    await starting;
    expect(isStarted).toBe(true);
  });

  it("a start that has nothing to create does not wait for another", async () => {
    await start(entities);
    await whileTablesAreMade(async (end) => {
      await start(entities);
      end();
    });
  });
});
