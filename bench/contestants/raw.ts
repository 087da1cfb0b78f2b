import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import Database from "better-sqlite3";
import type { Serve } from "../server.js";

/**
 * The limit of the platform: plain `node:http`, the statements and pragmas of the product, and code for
 * exactly one table. It only checks what it needs to return the right status.
 */
export const serve: Serve = ({ name: file = "" }) => {
  const answer = createHandler(file);
  const server = createServer((req, res) => {
    try {
      answer(req, res);
    } catch {
      send(res, 500, '{"status":500}');
    }
  });
  return new Promise<Server>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
};

type PostRow = readonly [id: number, title: string, content: string, createdat: string, updatedat: string];

const COLUMNS = '"id", "title", "content", "createdat", "updatedat"';
const PREFIX = "/api/data/blogpost";
const MAX_BODY = 100 * 1024;

function createHandler(file: string): (req: IncomingMessage, res: ServerResponse) => void {
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

  return (req, res) => {
    const { method, url = "" } = req;
    if (!url.startsWith(PREFIX)) notFound(res);
    else if (method === "POST")
      readBody(req, res, (body) => {
        create(res, body);
      });
    else if (method === "PATCH")
      readBody(req, res, (body) => {
        change(res, Number(url.slice(PREFIX.length + 1)), body);
      });
    else if (method === "DELETE") drop(res, Number(url.slice(PREFIX.length + 1)));
    else if (method === "GET") read(res, url.slice(PREFIX.length).split("/"));
    else send(res, 405, '{"status":405}');
  };

  function read(
    res: ServerResponse,
    [, , kind, first = "", skipText, takeText, condition = ""]: readonly string[],
  ): void {
    const skip = Number(skipText);
    const take = Number(takeText);
    if (kind === "findbyid") {
      const id = Number(first);
      if (!Number.isInteger(id)) badRequest(res);
      else sendPage(res, byId.all(id) as PostRow[]);
    } else if (!Number.isInteger(skip) || !Number.isInteger(take) || skip < 0 || take < 0 || take > 1000)
      badRequest(res);
    else if (kind === "findall" && first === "id")
      sendPage(res, pageById.all(take, skip) as PostRow[], count.get() as [number]);
    else if (kind === "findall" && first === "~title")
      sendPage(res, pageByTitle.all(take, skip) as PostRow[], count.get() as [number]);
    else if (kind === "findbycondition" && first === "id")
      find(res, decodeURIComponent(condition), skip, take);
    else if (kind === "findall") badRequest(res);
    else notFound(res);
  }

  function find(res: ServerResponse, condition: string, skip: number, take: number): void {
    const title = /^title="([^"]*)"$/.exec(condition)?.[1];
    if (title === undefined) {
      badRequest(res);
      return;
    }
    const page = byTitle.all(title, take, skip) as PostRow[];
    sendPage(res, page, page.length < take && skip === 0 ? undefined : (countByTitle.get(title) as [number]));
  }

  function create(res: ServerResponse, { title, content }: Body): void {
    if (typeof title !== "string" || title.length > 255 || typeof content !== "string") {
      badRequest(res);
      return;
    }
    const now = new Date().toISOString();
    const [id] = insert.get(title, content, now, now) as [number];
    const text = String(id);
    const Location = `${PREFIX}/public/findbyid/${text}`;
    res.writeHead(201, { "Content-Type": JSON_TYPE, "Content-Length": text.length, Location });
    res.end(text);
  }

  function change(res: ServerResponse, id: number, { content }: Body): void {
    if (!Number.isInteger(id) || typeof content !== "string") badRequest(res);
    else if (update.get(content, new Date().toISOString(), id) === undefined) notFound(res);
    else send(res, 200, '{"count":1}');
  }

  function drop(res: ServerResponse, id: number): void {
    if (!Number.isInteger(id)) badRequest(res);
    else if (remove.get(id) === undefined) notFound(res);
    else send(res, 200, '{"count":1}');
  }
}

interface Body {
  readonly title?: unknown;
  readonly content?: unknown;
}

function readBody(req: IncomingMessage, res: ServerResponse, use: (body: Body) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  req.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_BODY) chunks.push(chunk);
  });
  req.on("end", () => {
    if (length > MAX_BODY) {
      send(res, 413, '{"status":413}');
      return;
    }
    const body = parse(chunks.length === 1 ? String(chunks[0]) : Buffer.concat(chunks).toString());
    if (body === undefined) badRequest(res);
    else use(body);
  });
}

function parse(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

function sendPage(
  res: ServerResponse,
  rows: readonly PostRow[],
  [count]: readonly [number] = [rows.length],
): void {
  let text = `{"count":${count},"items":[`;
  let separator = "";
  for (const [id, title, content, createdat, updatedat] of rows) {
    text += `${separator}{"id":${id},"title":${JSON.stringify(title)},"content":${JSON.stringify(content)}`;
    text += `,"createdat":"${createdat}","updatedat":"${updatedat}"}`;
    separator = ",";
  }
  send(res, 200, `${text}]}`);
}

const JSON_TYPE = "application/json; charset=utf-8";

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { "Content-Type": JSON_TYPE, "Content-Length": Buffer.byteLength(text) });
  res.end(text);
}

function badRequest(res: ServerResponse): void {
  send(res, 400, '{"status":400}');
}

function notFound(res: ServerResponse): void {
  send(res, 404, '{"status":404}');
}
