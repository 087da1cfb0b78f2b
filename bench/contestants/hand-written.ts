import type { Server } from "node:http";
import Database from "better-sqlite3";
import express, { Router, type ErrorRequestHandler } from "express";
import { z } from "zod";
import type { Serve } from "../server.js";

/** What a good engineer writes by hand in an afternoon, with Express 5, better-sqlite3 and zod. */
export const serve: Serve = (file) => {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json({ limit: "100kb" }));
  app.use("/api/data/blogpost", blogposts(openDatabase(file)));
  app.use(() => {
    throw new HttpError(404, "There is nothing at this path.");
  });
  app.use(sendProblem);
  return new Promise<Server>((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
};

function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  db.exec(`CREATE TABLE IF NOT EXISTS blogpost (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    createdat TEXT NOT NULL,
    updatedat TEXT NOT NULL
  )`);
  return db;
}

const newPostSchema = z.object({ title: z.string().max(255), content: z.string() });
const changesSchema = newPostSchema
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "There is nothing to update.");
const idSchema = z.coerce.number().int().positive();
const pageSchema = z.object({
  orderBy: z.string().regex(/^~?(id|title|content|createdat|updatedat)$/),
  skip: z.coerce.number().int().min(0),
  take: z.coerce.number().int().min(0).max(1000),
});

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
    res.json(findPage(pageSchema.parse(req.params), { sql: "", values: [] }));
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

  function findPage({ orderBy, skip, take }: z.infer<typeof pageSchema>, where: Where) {
    const field = orderBy.replace("~", "");
    const direction = orderBy.startsWith("~") ? "DESC" : "ASC";
    const order = field === "id" ? `id ${direction}` : `${field} ${direction}, id ${direction}`;
    const items = prepare(`SELECT * FROM blogpost${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`).all(
      ...where.values,
      take,
      skip,
    );
    const { count } = prepare(`SELECT count(*) AS count FROM blogpost${where.sql}`).get(...where.values) as {
      count: number;
    };
    return { count, items };
  }

  return router;
}

/** The texts of conditions repeat, so their statements are kept. */
function prepareOnce(db: Database.Database): (sql: string) => Database.Statement {
  const statements = new Map<string, Database.Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}

interface Where {
  readonly sql: string;
  readonly values: readonly string[];
}

/** Comparisons joined by `&`: `title="trains"&id>10`. No parentheses and no `|`; that would be tomorrow's work. */
function parseCondition(text: string): Where {
  const comparison =
    /\s*(id|title|content|createdat|updatedat)\s*(=|<>|<=|>=|<|>|~)\s*(?:"((?:[^"\\]|\\["\\])*)"\s*|([^&|)"]*))(?:&|$)/y;
  const parts: string[] = [];
  const values: string[] = [];
  while (comparison.lastIndex < text.length) {
    const match = comparison.exec(text);
    if (match === null) throw new HttpError(400, "The condition is not valid.");
    const [, field = "", operator = "", quoted, bare = ""] = match;
    parts.push(operator === "~" ? `instr(${field}, ?) > 0` : `${field} ${operator} ?`);
    values.push(quoted === undefined ? bare : quoted.replace(/\\(.)/g, "$1"));
  }
  return { sql: ` WHERE ${parts.join(" AND ")}`, values };
}

class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const sendProblem: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) {
    next(error);
    return;
  }
  const status = error instanceof z.ZodError ? 400 : ((error as { status?: number }).status ?? 500);
  const detail =
    error instanceof z.ZodError
      ? z.prettifyError(error)
      : status < 500
        ? (error as Error).message
        : "Something went wrong.";
  res.status(status).type("application/problem+json").send(JSON.stringify({ status, detail }));
};
