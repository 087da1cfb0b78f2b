import { Router } from "express";
import type { z } from "zod";
import {
  changesSchema,
  HttpError,
  idSchema,
  newPostSchema,
  pageSchema,
  parseCondition,
  type Comparison,
} from "./blog-app.js";

/** The statements for a database server. */
export interface BlogStatements {
  readonly findPage: (
    page: z.infer<typeof pageSchema>,
    where: readonly Comparison[],
  ) => Promise<{ readonly count: number; readonly items: readonly unknown[] }>;
  readonly findById: (id: number) => Promise<readonly unknown[]>;
  /** Returns the new id. */
  readonly insert: (post: z.infer<typeof newPostSchema>, now: Date) => Promise<number>;
  /** Returns the number of changed rows. */
  readonly update: (id: number, changes: z.infer<typeof changesSchema>, now: Date) => Promise<number>;
  readonly remove: (id: number) => Promise<number>;
}

export function blogRoutes({ findPage, findById, insert, update, remove }: BlogStatements): Router {
  const router = Router();

  router.get("/public/findall/:orderBy/:skip/:take", async (req, res) => {
    res.json(await findPage(pageSchema.parse(req.params), []));
  });

  router.get("/public/findbycondition/:orderBy/:skip/:take/:condition", async (req, res) => {
    res.json(await findPage(pageSchema.parse(req.params), parseCondition(req.params.condition)));
  });

  router.get("/public/findbyid/:id", async (req, res) => {
    const items = await findById(idSchema.parse(req.params.id));
    res.json({ count: items.length, items });
  });

  router.post("/", async (req, res) => {
    const id = await insert(newPostSchema.parse(req.body), new Date());
    res.status(201).location(`/api/data/blogpost/public/findbyid/${id}`).json(id);
  });

  router.patch("/:id", async (req, res) => {
    const changes = changesSchema.parse(req.body);
    const count = await update(idSchema.parse(req.params.id), changes, new Date());
    if (count === 0) throw new HttpError(404, "There is no such blogpost.");
    res.json({ count });
  });

  router.delete("/:id", async (req, res) => {
    const count = await remove(idSchema.parse(req.params.id));
    if (count === 0) throw new HttpError(404, "There is no such blogpost.");
    res.json({ count });
  });

  return router;
}
