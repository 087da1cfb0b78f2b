import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** The columns of a post in this order. */
export type PostRow = readonly [
  id: number,
  title: string,
  content: string,
  createdat: string | Date,
  updatedat: string | Date,
];

/** Called once, at once if the driver answers at once: promises would cost what others do not have. */
export type Done<T> = (error: Error | null, result: T) => void;
export interface Page {
  readonly rows: readonly PostRow[];
  /** `undefined` if the rows are all there are. */
  readonly count?: number;
}

/** The statements for a database, for exactly one table. */
export interface RawStatements {
  readonly byId: (id: number, done: Done<readonly PostRow[]>) => void;
  readonly pageById: (take: number, skip: number, done: Done<Page>) => void;
  /** Descending. */
  readonly pageByTitle: (take: number, skip: number, done: Done<Page>) => void;
  readonly byTitle: (title: string, take: number, skip: number, done: Done<Page>) => void;
  readonly insert: (title: string, content: string, now: Date, done: Done<number>) => void;
  readonly update: (content: string, now: Date, id: number, done: Done<boolean>) => void;
  readonly remove: (id: number, done: Done<boolean>) => void;
}

/**
 * The limit of the platform: plain `node:http` and code for exactly one table. It only checks what it needs to return
 * the right status.
 */
export function serveRaw(statements: RawStatements): Promise<Server> {
  const answer = createHandler(statements);
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
}

const PREFIX = "/api/data/blogpost";
const MAX_BODY = 100 * 1024;

function createHandler(statements: RawStatements): (req: IncomingMessage, res: ServerResponse) => void {
  const { byId, pageById, pageByTitle, byTitle, insert, update, remove } = statements;

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
      else
        byId(
          id,
          then(res, (rows) => {
            sendPage(res, { rows });
          }),
        );
    } else if (!Number.isInteger(skip) || !Number.isInteger(take) || skip < 0 || take < 0 || take > 1000)
      badRequest(res);
    else if (kind === "findall" && first === "id") pageById(take, skip, page(res));
    else if (kind === "findall" && first === "~title") pageByTitle(take, skip, page(res));
    else if (kind === "findbycondition" && first === "id") {
      const title = /^title="([^"]*)"$/.exec(decodeURIComponent(condition))?.[1];
      if (title === undefined) badRequest(res);
      else byTitle(title, take, skip, page(res));
    } else if (kind === "findall") badRequest(res);
    else notFound(res);
  }

  function create(res: ServerResponse, { title, content }: Body): void {
    if (typeof title !== "string" || title.length > 255 || typeof content !== "string") {
      badRequest(res);
      return;
    }
    insert(
      title,
      content,
      new Date(),
      then(res, (id) => {
        const text = String(id);
        const Location = `${PREFIX}/public/findbyid/${text}`;
        res.writeHead(201, { "Content-Type": JSON_TYPE, "Content-Length": text.length, Location });
        res.end(text);
      }),
    );
  }

  function change(res: ServerResponse, id: number, { content }: Body): void {
    if (!Number.isInteger(id) || typeof content !== "string") badRequest(res);
    else update(content, new Date(), id, changed(res));
  }

  function drop(res: ServerResponse, id: number): void {
    if (!Number.isInteger(id)) badRequest(res);
    else remove(id, changed(res));
  }
}

function then<T>(res: ServerResponse, use: (result: T) => void): Done<T> {
  return (error, result) => {
    if (error === null) use(result);
    else send(res, 500, '{"status":500}');
  };
}

function page(res: ServerResponse): Done<Page> {
  return then(res, (found) => {
    sendPage(res, found);
  });
}

function changed(res: ServerResponse): Done<boolean> {
  return then(res, (isFound) => {
    if (isFound) send(res, 200, '{"count":1}');
    else notFound(res);
  });
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

function sendPage(res: ServerResponse, { rows, count = rows.length }: Page): void {
  let text = `{"count":${count},"items":[`;
  let separator = "";
  for (const [id, title, content, createdat, updatedat] of rows) {
    text += `${separator}{"id":${id},"title":${JSON.stringify(title)},"content":${JSON.stringify(content)}`;
    text += `,"createdat":"${time(createdat)}","updatedat":"${time(updatedat)}"}`;
    separator = ",";
  }
  send(res, 200, `${text}]}`);
}

function time(value: string | Date): string {
  return typeof value === "string" ? value : value.toISOString();
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
