import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";

/** A folder of which is known what would be left of it after a power cut. */
export interface Watched {
  readonly folder: string;
  /** What a process must have in its environment for its files to be watched. */
  readonly env: NodeJS.ProcessEnv;
  /** How often a file of it, or the folder itself, has been synchronized. */
  readonly syncs: () => number;
  /** The database as it would be found after a power cut now, in a folder of its own. */
  readonly afterPowerCut: (name: string) => Sqlite.Database;
  readonly dispose: () => void;
}

/** Why no process can be watched here; undefined if one can. */
export function cannotWatch(): string | undefined {
  if (process.platform !== "linux") return "LD_PRELOAD is for Linux";
  try {
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "there is no C compiler (cc)";
  }
}

/** @param delay How much longer each synchronization takes than it does, in milliseconds: as on a disk that turns. */
export function watchFolder(delay = 0): Watched {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "data-api-power-")));
  const at = (...names: readonly string[]) => path.join(root, ...names);
  for (const folder of ["data", "kept/files", "kept/names"]) fs.mkdirSync(at(folder), { recursive: true });
  const source = path.join(import.meta.dirname, "power-cut.c");
  execFileSync("cc", ["-shared", "-fPIC", "-o", at("power-cut.so"), source, "-ldl"]);
  const opened: Sqlite.Database[] = [];
  return {
    folder: at("data"),
    env: {
      LD_PRELOAD: at("power-cut.so"),
      POWER_CUT_FOLDER: at("data"),
      POWER_CUT_KEPT: at("kept"),
      POWER_CUT_DELAY: String(delay * 1_000),
    },
    syncs: () => fs.readFileSync(at("kept/log"), "utf8").split("\n").length - 1,
    afterPowerCut: (name) => {
      const left = fs.mkdtempSync(at("left-"));
      // A name that is there without its file stands for one of which nothing was written.
      for (const file of fs.readdirSync(at("kept/names"))) {
        const kept = at("kept/files", file);
        if (fs.existsSync(kept)) fs.copyFileSync(kept, path.join(left, file));
        else fs.writeFileSync(path.join(left, file), "");
      }
      // The index of the log is made anew by whoever opens it first.
      fs.rmSync(path.join(left, `${name}-shm`), { force: true });
      const database = new Sqlite(path.join(left, name));
      opened.push(database);
      return database;
    },
    dispose: () => {
      for (const database of opened) database.close();
      fs.rmSync(root, { recursive: true });
    },
  };
}
