import Database from "better-sqlite3";
import { Router } from "express";
import type { z } from "zod";
import type { Serve } from "../../server.js";
import {
  changesSchema,
  HttpError,
  idSchema,
  newPostSchema,
  orderToSql,
  pageSchema,
  parseCondition,
  serveBlogposts,
  whereToSql,
  type Comparison,
} from "./blog-app.js";

export const serve: Serve = ({ name: file = "" }) => serveBlogposts(blogposts(openDatabase(file)));

function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  // All contestants must have an answered write on the disk.
  db.pragma("synchronous = FULL");
  db.exec(`CREATE TABLE IF NOT EXISTS blogpost (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    createdat TEXT NOT NULL,
    updatedat TEXT NOT NULL
  )`);
  return db;
}

function blogposts(db: Database.Database): Router {
  const router = Router();
  const findById = db.prepare("SELECT * FROM blogpost WHERE id = ?");
  const insert = db.prepare(
    "INSERT INTO blogpost (title, content, createdat, updatedat) VALUES (?, ?, ?, ?)",
  );
  const update = db.prepare(
    "UPDATE blogpost SET title = coalesce(?, title), content = coalesce(?, content), updatedat = ? WHERE id = ?",
  );
  const remove = db.prepare("DELETE FROM blogpost WHERE id = ?");
  const prepare = prepareOnce(db);

  router.get("/public/findall/:orderBy/:skip/:take", (req, res) => {
    res.json(findPage(pageSchema.parse(req.params), []));
  });

  router.get("/public/findbycondition/:orderBy/:skip/:take/:condition", (req, res) => {
    res.json(findPage(pageSchema.parse(req.params), parseCondition(req.params.condition)));
  });

  router.get("/public/findbyid/:id", (req, res) => {
    const items = findById.all(idSchema.parse(req.params.id));
    res.json({ count: items.length, items });
  });

  router.post("/", (req, res) => {
    const { title, content } = newPostSchema.parse(req.body);
    const now = new Date().toISOString();
    const id = Number(insert.run(title, content, now, now).lastInsertRowid);
    res.status(201).location(`/api/data/blogpost/public/findbyid/${id}`).json(id);
  });

  router.patch("/:id", (req, res) => {
    const { title, content } = changesSchema.parse(req.body);
    const { changes } = update.run(title, content, new Date().toISOString(), idSchema.parse(req.params.id));
    if (changes === 0) throw new HttpError(404, "There is no such blogpost.");
    res.json({ count: changes });
  });

  router.delete("/:id", (req, res) => {
    const { changes } = remove.run(idSchema.parse(req.params.id));
    if (changes === 0) throw new HttpError(404, "There is no such blogpost.");
    res.json({ count: changes });
  });

  function findPage({ orderBy, skip, take }: z.infer<typeof pageSchema>, where: readonly Comparison[]) {
    const values = where.map(({ value }) => value);
    const matching = `FROM blogpost${whereToSql(
      where,
      () => "?",
      (field, part) => `instr(${field}, ${part}) > 0`,
    )}`;
    const items = prepare(`SELECT * ${matching} ORDER BY ${orderToSql(orderBy)} LIMIT ? OFFSET ?`).all(
      ...values,
      take,
      skip,
    );
    const { count } = prepare(`SELECT count(*) AS count ${matching}`).get(...values) as { count: number };
    return { count, items };
  }

  return router;
}

/** Caches prepared statements by their text, because conditions repeat. */
function prepareOnce(db: Database.Database): (sql: string) => Database.Statement {
  const statements = new Map<string, Database.Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
