import { copyFileSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { POSTS, post, postTime } from "../blog.js";
import { place } from "../place.js";
import type { BenchDatabase } from "./bench-database.js";

const TABLE = `
  create table blogpost (
    id integer primary key autoincrement,
    title text not null,
    content text not null,
    createdat datetime not null,
    updatedat datetime not null
  )`;

const seedFile = place("seed.db");
let isSeeded = false;

export const sqlite: BenchDatabase = {
  name: "sqlite",
  contestants: ["dynamic", "generated", "hand-written", "raw"],
  address: undefined,
  unavailable: () => Promise.resolve(undefined),
  connections: () => Promise.resolve(undefined),
  createEmpty: (name) => {
    const file = place(`${name}.db`);
    remove(file);
    return Promise.resolve({
      config: { dialect: "sqlite", name: file },
      drop: () => {
        remove(file);
        return Promise.resolve();
      },
    });
  },
  create: (contestant) => {
    if (!isSeeded) seed();
    isSeeded = true;
    const file = place(`${contestant}.db`);
    remove(file);
    copyFileSync(seedFile, file);
    return Promise.resolve({
      config: { dialect: "sqlite", name: file },
      reset: () => {
        reset(file);
        return Promise.resolve();
      },
      drop: () => {
        remove(file);
        return Promise.resolve();
      },
    });
  },
};

/** Creates the file that every contestant gets a copy of. */
function seed(): void {
  remove(seedFile);
  const db = new Database(seedFile);
  db.exec(TABLE);
  const insert = db.prepare(
    "insert into blogpost (title, content, createdat, updatedat) values (?, ?, ?, ?)",
  );
  db.transaction(() => {
    for (let n = 1; n <= POSTS; n++) {
      const { title, content } = post(n);
      insert.run(title, content, postTime(n), postTime(n));
    }
  })();
  db.close();
}

function remove(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

function reset(file: string): void {
  const db = new Database(file);
  db.prepare("attach ? as seed").run(seedFile);
  db.transaction(() => {
    db.exec("delete from blogpost; insert into blogpost select * from seed.blogpost order by id");
    db.exec(`update sqlite_sequence set seq = ${POSTS} where name = 'blogpost'`);
  })();
  db.exec("detach seed");
  db.pragma("wal_checkpoint(truncate)");
  db.close();
}
