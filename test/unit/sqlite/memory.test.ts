import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { field, openEntity } from "../../conformance/fields.js";
import { useDatabaseFile } from "./open-database.js";

const file = useDatabaseFile();

it.runIf(process.platform === "linux")(
  "a server does not map pages of the SQLite file into memory",
  async () => {
    const notes = file.createApi({ note: openEntity({ title: field("string") }) }).repository("note");
    await notes.create({ title: "first" });
    // Empties the log, so that the records are read from the file.
    file.connect().pragma("wal_checkpoint(truncate)");
    expect((await notes.find()).items).toHaveLength(1);
    const mapped = readFileSync("/proc/self/maps", "utf8");
    // The index of the log is in shared memory.
    expect(mapped).toContain(`${file.path()}-shm`);
    expect(mapped).not.toContain(`${file.path()}\n`);
  },
);
