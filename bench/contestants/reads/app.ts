import type { Server } from "node:http";
import express from "express";
import { z } from "zod";

/** A place in the order of time: the time as text, and the key. */
export type Place = readonly [sentat: string, id: number];

/** What a server that was written for just these reads does in its database. */
export interface Reads {
  readonly pageWithAuthor: (skip: number) => unknown;
  readonly nested: (skip: number) => unknown;
  readonly byRelation: (username: string) => unknown;
  readonly groups: () => unknown;
  readonly byTime: (
    page: { readonly take: number; readonly skip: number },
    after: Place | undefined,
  ) => Promise<readonly Comment[]> | readonly Comment[];
  readonly inList: (ids: readonly number[]) => unknown;
}

export interface Comment {
  readonly id: number;
  readonly text: string;
  readonly sentat: Date | string;
}

const skipSchema = z.object({ skip: z.coerce.number().int().min(0).max(1_000_000) });
const nameSchema = z.object({ username: z.string().max(255) });
const idsSchema = z
  .string()
  .transform((text) => text.split(",").map(Number))
  .pipe(z.array(z.number().int()).max(1000));
const pageSchema = z.object({
  take: z.coerce.number().int().min(0).max(1000).default(20),
  skip: z.coerce.number().int().min(0).default(0),
  after: z.string().optional(),
});
const placeSchema = z.tuple([z.string(), z.number().int()]);

/** The part that does not depend on the database. */
export function serveReads(reads: Reads): Promise<Server> {
  const app = express();
  app.disable("x-powered-by");
  const router = express.Router();
  router.get("/page-author", async (req, res) => {
    res.json({ items: await reads.pageWithAuthor(skipSchema.parse(req.query).skip) });
  });
  router.get("/nested", async (req, res) => {
    res.json({ items: await reads.nested(skipSchema.parse(req.query).skip) });
  });
  router.get("/by-relation", async (req, res) => {
    res.json({ items: await reads.byRelation(nameSchema.parse(req.query).username) });
  });
  router.get("/group-by", async (_req, res) => {
    res.json({ items: await reads.groups() });
  });
  router.get("/by-time", async (req, res) => {
    const { after, ...page } = pageSchema.parse(req.query);
    const items = await reads.byTime(page, after === undefined ? undefined : placeOf(after));
    const last = items.at(-1);
    const next =
      last &&
      Buffer.from(JSON.stringify([new Date(last.sentat).toISOString(), last.id])).toString("base64url");
    res.json({ items, next });
  });
  router.get("/in-100", async (req, res) => {
    res.json({ items: await reads.inList(idsSchema.parse(req.query["ids"])) });
  });
  app.use("/api/data", router);
  return new Promise<Server>((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
}

function placeOf(after: string): Place {
  return placeSchema.parse(JSON.parse(Buffer.from(after, "base64url").toString()));
}
