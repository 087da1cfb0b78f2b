import type { Server } from "node:http";
import express, { type ErrorRequestHandler, type Router } from "express";
import { z } from "zod";

/** The part that does not depend on the database. */
export function serveBlogposts(blogposts: Router): Promise<Server> {
  const app = express();
  app.disable("x-powered-by");
  app.use(express.json({ limit: "100kb" }));
  app.use("/api/data/blogpost", blogposts);
  app.use(() => {
    throw new HttpError(404, "There is nothing at this path.");
  });
  app.use(sendProblem);
  return new Promise<Server>((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      resolve(server);
    });
  });
}

export const newPostSchema = z.object({ title: z.string().max(255), content: z.string() });
export const changesSchema = newPostSchema
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, "There is nothing to update.");
export const idSchema = z.coerce.number().int().positive();
export const pageSchema = z.object({
  orderBy: z.string().regex(/^~?(id|title|content|createdat|updatedat)$/),
  skip: z.coerce.number().int().min(0),
  take: z.coerce.number().int().min(0).max(1000),
});

/** `~title` as `title DESC, id DESC` */
export function orderToSql(orderBy: string): string {
  const field = orderBy.replace("~", "");
  const direction = orderBy.startsWith("~") ? "DESC" : "ASC";
  return field === "id" ? `id ${direction}` : `${field} ${direction}, id ${direction}`;
}

export interface Comparison {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** Parses comparisons joined by `&`, such as `title="trains"&id>10`. Does not support parentheses and `|`. */
export function parseCondition(text: string): readonly Comparison[] {
  const comparison =
    /\s*(id|title|content|createdat|updatedat)\s*(=|<>|<=|>=|<|>|~)\s*(?:"((?:[^"\\]|\\["\\])*)"\s*|([^&|)"]*))(?:&|$)/y;
  const comparisons: Comparison[] = [];
  while (comparison.lastIndex < text.length) {
    const match = comparison.exec(text);
    if (match === null) throw new HttpError(400, "The condition is not valid.");
    const [, field = "", operator = "", quoted, bare = ""] = match;
    comparisons.push({ field, operator, value: quoted?.replace(/\\(.)/g, "$1") ?? bare });
  }
  return comparisons;
}

/** ` WHERE title = ? AND …`, with the database's syntax for parameters and "contains". */
export function whereToSql(
  comparisons: readonly Comparison[],
  parameter: (index: number) => string,
  contains: (field: string, parameter: string) => string,
): string {
  const parts = comparisons.map(({ field, operator }, index) =>
    operator === "~" ? contains(field, parameter(index)) : `${field} ${operator} ${parameter(index)}`,
  );
  return parts.length === 0 ? "" : ` WHERE ${parts.join(" AND ")}`;
}

export class HttpError extends Error {
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
