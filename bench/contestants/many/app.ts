import type { Server } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import { z } from "zod";
import { UPSERTED } from "../../many/stock.js";

/** What a server that was written for just these writes does in its database, each in one transaction. */
export interface Writes {
  readonly create: (articles: readonly Article[]) => Awaitable<readonly number[]>;
  readonly upsert: (articles: readonly Article[]) => Awaitable<readonly Upserted[]>;
  /** Gives the number of articles that were there. If one was not, nothing is changed. */
  readonly update: (changes: readonly Changes[]) => Awaitable<number>;
  /** Gives the number of articles. If there are more than `UPSERTED`, none is deleted. */
  readonly remove: (delivery: number) => Awaitable<number>;
  /** Gives the id of the order. */
  readonly order: (order: Order) => Awaitable<number>;
}

type Awaitable<T> = T | Promise<T>;
export type Article = z.infer<typeof articleSchema>;
export type Changes = z.infer<typeof changesSchema>;
export type Order = z.infer<typeof orderSchema>;

export interface Upserted {
  readonly outcome: "created" | "updated";
  readonly id: number;
}

/** Thrown to undo a transaction. */
export class Missing extends Error {
  readonly status = 404;
}

/** The same, for a delete of more records than a request may delete. */
export class TooMany extends Error {
  readonly status = 400;
}

const text = z.string().max(255);
const articleSchema = z.object({ sku: text, title: text, stock: z.int32(), delivery: z.int32() });
const changesSchema = z.object({ id: z.int32(), title: text, stock: z.int32() });
const articlesSchema = z.array(articleSchema).max(UPSERTED);
const listSchema = z.array(changesSchema).max(UPSERTED);
const lineSchema = z.object({ title: text, amount: z.int32() });
const orderSchema = z.object({ customer: text, lines: z.array(lineSchema).max(UPSERTED) });
const whereSchema = z
  .string()
  .regex(/^delivery=\d+$/)
  .transform((where) => Number(where.slice("delivery=".length)));

/**
 * The part that does not depend on the database. It makes the promises of the product that have to be kept for each
 * request: the same types and lengths, no more than the limit, no record twice, all or nothing, and an answer that says
 * which record has which mistake. It has no rights, rules, hooks, versions or audit, because the product's
 * configuration has none here either.
 */
export function serveWrites(writes: Writes): Promise<Server> {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json({ limit: "2mb" }));
  const router = express.Router();
  router.post("/", async (req, res) => {
    res.status(201).json(await writes.create(articlesSchema.parse(req.body)));
  });
  router.put("/", async (req, res) => {
    const articles = articlesSchema.parse(req.body);
    checkDistinct(articles.map(({ sku }) => sku));
    res.json(await writes.upsert(articles));
  });
  router.patch("/", async (req, res) => {
    const list = listSchema.parse(req.body);
    checkDistinct(list.map(({ id }) => id));
    res.json({ count: await writes.update(list) });
  });
  router.delete("/", async (req, res) => {
    res.json({ count: await writes.remove(whereSchema.parse(req.query["where"])) });
  });
  app.use("/api/data/article", router);
  app.post("/api/data/order", async (req, res) => {
    const id = await writes.order(orderSchema.parse(req.body));
    res.status(201).location(`/api/data/order/${id}`).json(id);
  });
  app.use(answerError);
  return new Promise<Server>((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
}

/** @throws {z.ZodError} with the place of the second of two records with the same key. */
function checkDistinct(keys: readonly unknown[]): void {
  const seen = new Set(keys);
  if (seen.size === keys.length) return;
  const index = keys.findIndex((key, place) => keys.indexOf(key) < place);
  const message = "The same record is there twice.";
  throw new z.ZodError([{ code: "custom", path: [index], message, input: keys[index] }]);
}

const answerError: ErrorRequestHandler = (error: Error & { readonly status?: number }, _req, res, next) => {
  if (error instanceof z.ZodError) res.status(400).json({ errors: error.issues });
  else if (error.status === undefined) next(error);
  else res.status(error.status).json({ error: error.name });
};
