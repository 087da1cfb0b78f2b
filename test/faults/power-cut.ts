import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";

/** A folder whose state after a power cut is known. */
export interface Watched {
  readonly folder: string;
  /** The environment that makes a process's files watched. */
  readonly env: NodeJS.ProcessEnv;
  /** How often the folder or one of its files was synchronized. */
  readonly syncs: () => number;
  /** The database as a power cut at this moment would leave it, in a separate folder. */
  readonly afterPowerCut: (name: string) => Sqlite.Database;
  readonly dispose: () => void;
}

/** Why processes cannot be watched here; `undefined` if they can. */
export function cannotWatch(): string | undefined {
  if (process.platform !== "linux") return "LD_PRELOAD is for Linux";
  try {
    execFileSync("cc", ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "there is no C compiler (cc)";
  }
}

/** @param delay Milliseconds by which each synchronization is slowed down, as on a rotating disk. */
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
      // A name without a file stands for a file of which nothing was synchronized.
      for (const file of fs.readdirSync(at("kept/names"))) {
        const kept = at("kept/files", file);
        if (fs.existsSync(kept)) fs.copyFileSync(kept, path.join(left, file));
        else fs.writeFileSync(path.join(left, file), "");
      }
      // The first connection creates the index of the log again.
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
