import Database from "better-sqlite3";
import type { Serve } from "../../server.js";
import { serveRaw, type PostRow } from "./blog-server.js";

const COLUMNS = '"id", "title", "content", "createdat", "updatedat"';

/** With the statements and pragmas of the product. */
export const serve: Serve = ({ name: file = "" }) => {
  const db = new Database(file);
  db.pragma("journal_mode = wal");
  db.pragma("synchronous = full");
  db.pragma("foreign_keys = on");
  const rows = (sql: string) => db.prepare(sql).raw(true);
  const byId = rows(`select ${COLUMNS} from "blogpost" where "id" = ?`);
  const pageById = rows(`select ${COLUMNS} from "blogpost" order by "id" limit ? offset ?`);
  const keys = 'select "id" from "blogpost" order by "title" desc, "id" desc limit ? offset ?';
  const pageByTitle = rows(
    `select ${COLUMNS} from "blogpost" where "id" in (${keys}) order by "title" desc, "id" desc`,
  );
  const count = rows('select count(*) from "blogpost"');
  const byTitle = rows(`select ${COLUMNS} from "blogpost" where "title" = ? order by "id" limit ? offset ?`);
  const countByTitle = rows('select count(*) from "blogpost" where "title" = ?');
  const insert = rows(
    'insert into "blogpost" ("title", "content", "createdat", "updatedat") values (?, ?, ?, ?) returning "id"',
  );
  const update = rows('update "blogpost" set "content" = ?, "updatedat" = ? where "id" = ? returning "id"');
  const remove = rows('delete from "blogpost" where "id" = ? returning "id"');
  const first = (row: unknown) => (row as readonly [number])[0];

  return serveRaw({
    byId: (id, done) => {
      done(null, byId.all(id) as PostRow[]);
    },
    pageById: (take, skip, done) => {
      done(null, { rows: pageById.all(take, skip) as PostRow[], count: first(count.get()) });
    },
    pageByTitle: (take, skip, done) => {
      done(null, { rows: pageByTitle.all(take, skip) as PostRow[], count: first(count.get()) });
    },
    byTitle: (title, take, skip, done) => {
      const page = byTitle.all(title, take, skip) as PostRow[];
      const isAll = page.length < take && skip === 0;
      done(null, { rows: page, ...(!isAll && { count: first(countByTitle.get(title)) }) });
    },
    insert: (title, content, now, done) => {
      const time = now.toISOString();
      done(null, first(insert.get(title, content, time, time)));
    },
    update: (content, now, id, done) => {
      done(null, update.get(content, now.toISOString(), id) !== undefined);
    },
    remove: (id, done) => {
      done(null, remove.get(id) !== undefined);
    },
  });
};
