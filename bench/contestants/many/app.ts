import type { Server } from "node:http";
import express from "express";
import { z } from "zod";
import { RECORDS } from "../../many/stock.js";

/** What a server that was written for just these writes does in its database, each in one transaction. */
export interface Writes {
  readonly create: (articles: readonly Article[]) => Awaitable<readonly number[]>;
  readonly upsert: (articles: readonly Article[]) => Awaitable<readonly Upserted[]>;
  /** Gives the number of articles that were there. If one was not, nothing is changed. */
  readonly update: (changes: readonly Changes[]) => Awaitable<number>;
  readonly remove: (delivery: number) => Awaitable<number>;
}

type Awaitable<T> = T | Promise<T>;
export type Article = z.infer<typeof articleSchema>;
export type Changes = z.infer<typeof changesSchema>;

export interface Upserted {
  readonly outcome: "created" | "updated";
  readonly id: number;
}

/** Thrown to undo a transaction. */
export class Missing extends Error {
  readonly status = 404;
}

const text = z.string().max(255);
const articleSchema = z.object({ sku: text, title: text, stock: z.int32(), delivery: z.int32() });
const changesSchema = z.object({ id: z.int32(), title: text, stock: z.int32() });
const articlesSchema = z.array(articleSchema).max(RECORDS);
const listSchema = z.array(changesSchema).max(RECORDS);
const whereSchema = z
  .string()
  .regex(/^delivery=\d+$/)
  .transform((where) => Number(where.slice("delivery=".length)));

/** The part that does not depend on the database. */
export function serveWrites(writes: Writes): Promise<Server> {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json({ limit: "1mb" }));
  const router = express.Router();
  router.post("/", async (req, res) => {
    res.status(201).json(await writes.create(articlesSchema.parse(req.body)));
  });
  router.put("/", async (req, res) => {
    res.json(await writes.upsert(articlesSchema.parse(req.body)));
  });
  router.patch("/", async (req, res) => {
    res.json({ count: await writes.update(listSchema.parse(req.body)) });
  });
  router.delete("/", async (req, res) => {
    res.json({ count: await writes.remove(whereSchema.parse(req.query["where"])) });
  });
  app.use("/api/data/article", router);
  return new Promise<Server>((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
}
