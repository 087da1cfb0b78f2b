import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PASSWORD = "Secret 12345";
const WARM_UP = 40;
const REQUESTS = 40;
/** V8 writes the log in parts. */
const LOGGED = 50;

type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<string>;
type Caller = (send: Send, own: Readonly<Record<string, string>>) => Promise<unknown>;

let last = 0;
const unique = () => `t${++last}`;

const reads: Readonly<Record<string, Caller>> = {
  "by id": (send) => send("GET", "/post/1"),
  "by id, with rights": (send, own) => send("GET", "/note/1", undefined, own),
  "a page": (send) => send("GET", "/post?where=title~t&orderBy=~stars&take=5&count=true"),
  "a page of the old paths": (send) => send("GET", "/post/public/findall/~createdat/0/10"),
  "a condition on a relation": (send) =>
    send("GET", `/post?where=author.name~${unique()}&select=id,author(name)`),
  "lists in records": (send) =>
    send("GET", `/author?select=name,posts(title,tags(label);where=stars>${++last};take=2)&take=3`),
  "a query": (send) => send("POST", "/post/query", { where: { title: { contains: "t" } }, take: 5 }),
  "the next page": async (send) => {
    const page = JSON.parse(await send("GET", "/post?orderBy=stars&take=2")) as { next: string };
    return send("GET", `/post?orderBy=stars&take=2&after=${encodeURIComponent(page.next)}`);
  },
};

const writes: Readonly<Record<string, Caller>> = {
  create: (send) => send("POST", "/post", { title: unique(), price: "1.20" }),
  "create and return": (send) =>
    send("POST", "/post", { title: unique() }, { prefer: "return=representation" }),
  "create with a key": (send) =>
    send("POST", "/post", { title: unique() }, { "idempotency-key": `"${unique()}"` }),
  "create with links": (send) => send("POST", "/post", { title: unique(), tagids: [1, 2] }),
  "create with a list": (send) =>
    send("POST", "/author", { name: unique(), posts: [{ title: unique() }, { title: unique() }] }),
  "create as a user": (send, own) => send("POST", "/note", { words: unique() }, own),
  update: (send) => send("PATCH", "/post/1", { stars: ++last }),
  "update a version": (send) => send("PATCH", "/post/1", { stars: ++last }, { "if-match": "*" }),
  "update as a user": (send, own) => send("PATCH", "/note/1", { words: unique() }, own),
  "update by a condition": (send) => send("PATCH", "/post?where=id=1", { stars: ++last }),
  "delete by a condition": (send) => send("DELETE", "/post?where=id=0"),
  delete: async (send) => send("DELETE", `/author/${await send("POST", "/author", { name: unique() })}`),
  "create ten": (send) =>
    send(
      "POST",
      "/post",
      Array.from({ length: 10 }, () => ({ title: unique(), stars: 2 })),
    ),
  batch: (send) =>
    send("POST", "../batch", {
      operations: [
        { create: "post", input: { title: unique() }, as: "p" },
        { update: "post", id: "@p.id", changes: { stars: 3 } },
        { read: "post", id: "@p.id" },
      ],
    }),
};

/**
 * V8 gives objects that are created in the same way one hidden class. If each request creates objects with hidden
 * classes of their own, all code that reads them is slow, and the classes stay in memory until the next full
 * collection. On Node.js 20, `{ ...record, member }` is such an object, and on every version a literal whose getter
 * is not its last member.
 */
describe("no request makes a hidden class", () => {
  const folder = mkdtempSync(join(tmpdir(), "hidden-classes-"));
  const log = join(folder, "v8.log");
  let server: ChildProcess;
  let send: Send;
  let own: Readonly<Record<string, string>>;
  /** How much of the log has been read. */
  let read = 0;

  beforeAll(async () => {
    server = fork(fileURLToPath(new URL("logged-server.mjs", import.meta.url)), {
      execArgv: ["--log-maps", `--logfile=${log}`, "--no-logfile-per-isolate"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    const [{ port }] = (await once(server, "message")) as [{ port: number }];
    send = async (method, path, body, headers) => {
      const response = await fetch(
        new URL(`data/${path.replace(/^\//, "")}`, `http://127.0.0.1:${port}/api/`),
        {
          method,
          headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        },
      );
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text;
    };
    await send("POST", "/user", { username: "ann", password: PASSWORD, confirmPassword: PASSWORD });
    const token = await send("POST", "../auth/token", { username: "ann", password: PASSWORD });
    own = { authorization: `Bearer ${(JSON.parse(token) as { token: string }).token}` };
    for (const label of ["a", "b"]) await send("POST", "/tag", { label });
    await send("POST", "/author", { name: "first" });
    for (const title of ["first", "second", "third"])
      await send("POST", "/post", { title, authorid: 1, tagids: [1, 2] });
    await send("POST", "/note", { words: "first" }, own);
  });

  afterAll(() => {
    server.kill();
    rmSync(folder, { recursive: true });
  });

  async function classesOf(request: Caller): Promise<number> {
    for (let times = 0; times < WARM_UP; times++) await request(send, own);
    await newClasses();
    for (let times = 0; times < REQUESTS; times++) await request(send, own);
    return (await newClasses()) / REQUESTS;
  }

  /** The number of hidden classes since the last call. */
  async function newClasses(): Promise<number> {
    await setTimeout(LOGGED);
    const file = await open(log);
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(size - read), position: read });
    await file.close();
    read += bytesRead;
    return buffer.toString("latin1", 0, bytesRead).split("\nmap-create,").length - 1;
  }

  it.each(Object.entries({ ...reads, ...writes }))(
    "no request makes a hidden class: %s",
    async (_name, request) => {
      // What the server does once, such as removing what has expired, may fall into the first counts.
      await expect.poll(() => classesOf(request)).toBeLessThan(0.5);
    },
  );

  it.runIf(process.version.startsWith("v20."))(
    "a request that makes a hidden class is detected",
    async () => {
      expect(await classesOf((get) => get("GET", "../spread"))).toBeGreaterThan(0.9);
    },
  );
});
