import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { useDatabaseFile } from "./open-database.js";

const file = useDatabaseFile();
const jiti = fileURLToPath(new URL("jiti-cli.mjs", import.meta.resolve("jiti")));
const script = fileURLToPath(new URL("start-many.ts", import.meta.url));

it("two processes that start on one file at once both serve it", async () => {
  const paths = Array.from({ length: 20 }, (_, index) => `${file.path()}${index}`);
  const processes = [0, 1].map(() => spawn(process.execPath, [jiti, script, ...paths]));
  const errors: string[] = [];
  for (const { stderr } of processes) stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  await Promise.all(processes.map(({ stdout }) => once(stdout, "data")));
  const exits = processes.map((process) => once(process, "exit"));
  for (const { stdin } of processes) stdin.write("go\n");
  await Promise.all(exits);
  expect(errors.join("")).toBe("");
  for (const path of paths) {
    const database = new Sqlite(path);
    expect(database.prepare("select count(*) from thing0").pluck().get(), path).toBe(2);
    expect(
      database.prepare("select count(*) from sqlite_master where name like 'ux_thing%'").pluck().get(),
    ).toBe(5);
    database.close();
  }
});
