import { copyFileSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { defineConfig } from "data-api";

/** How many blogposts there are when a round begins. */
export const POSTS = 10_000;

/** The blog of the README, on the file of one contestant. */
export function blogConfig(file: string) {
  return defineConfig({
    database: { dialect: "sqlite", name: file },
    server: { host: "127.0.0.1" },
    entities: {
      blogpost: {
        fields: {
          title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
          content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
        },
        permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
      },
    },
  });
}

export interface NewPost {
  readonly title: string;
  readonly content: string;
}

/** Post number `n`. Titles do not sort as the ids do; one post in four has letters beyond Latin-1. */
export function post(n: number): NewPost {
  const title = `Post ${String((n * 7919) % POSTS).padStart(5, "0")} about trains`;
  const lead = n % 4 === 0 ? "Ein Zug nach Łódź — “später”" : `The train of ${n % 24}:00`;
  const text =
    `It leaves from track ${n % 12}, passes ${n % 30} bridges and is "nearly" always on time. `.repeat(5);
  const content = `<h2 class="lead">${lead}</h2>\n<p>${text}</p>\n<p><a href="/posts/${n}">Read &amp; comment</a></p>`;
  return { title, content };
}

const TABLE = `
  create table blogpost (
    id integer primary key autoincrement,
    title text not null,
    content text not null,
    createdat datetime not null,
    updatedat datetime not null
  )`;

/** Makes the file that every contestant's file is a copy of. */
export function seed(file: string): void {
  remove(file);
  const db = new Database(file);
  db.exec(TABLE);
  const insert = db.prepare(
    "insert into blogpost (title, content, createdat, updatedat) values (?, ?, ?, ?)",
  );
  const start = Date.UTC(2024, 0, 1);
  db.transaction(() => {
    for (let n = 1; n <= POSTS; n++) {
      const { title, content } = post(n);
      const time = new Date(start + n * 61_001).toISOString();
      insert.run(title, content, time, time);
    }
  })();
  db.close();
}

export function copySeed(seedFile: string, file: string): void {
  remove(file);
  copyFileSync(seedFile, file);
}

function remove(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

/** Takes a file back to the seed while its server has it open, so that every round of writes finds the same table. */
export function reset(seedFile: string, file: string): void {
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
