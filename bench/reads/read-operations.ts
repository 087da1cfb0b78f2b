import type { HttpRequest } from "../operations.js";
import { AUTHORS, POSTS } from "./magazine.js";

/** A read to measure, as it is asked of the product and of the servers that were written for just these. */
export interface ReadOperation {
  readonly name: string;
  /** What request number `n` asks for. */
  readonly ask: (n: number) => { readonly product: string; readonly other: string };
  /** How many records come before the page that a cursor begins. Default: no cursor. */
  readonly depth?: number;
}

/** How many different requests each operation has. */
const VARIETY = 500;

const newest = "orderBy=~id&take=20";
const comments = "comments(id,text,author(id,username);orderBy=~id;take=3)";

export const readOperations: readonly ReadOperation[] = [
  operation("page-author", (n) => {
    const skip = 20 * (n % 50);
    return {
      product: `post?select=id,title,author(id,username)&${newest}&skip=${skip}`,
      other: `page-author?skip=${skip}`,
    };
  }),
  operation("nested", (n) => {
    const skip = 20 * (n % 50);
    return {
      product: `post?select=id,title,author(id,username),${comments}&${newest}&skip=${skip}`,
      other: `nested?skip=${skip}`,
    };
  }),
  operation("by-relation", (n) => {
    const name = `author${1 + ((n * 37) % AUTHORS)}`;
    return {
      product: `post?where=author.username=${name}&select=id,title&take=20`,
      other: `by-relation?username=${name}`,
    };
  }),
  operation("group-by", () => ({
    product: "comment/aggregate?select=rating,count(),sum(postid)",
    other: "group-by",
  })),
  ...[1, 1000, 100_000].map((depth) => ({
    ...operation(`cursor-${depth}`, () => ({
      product: "comment?select=id,text,sentat&orderBy=~sentat&take=20",
      other: "by-time?",
    })),
    depth,
  })),
  operation("in-100", (n) => {
    const ids = Array.from({ length: 100 }, (_, index) => 1 + ((n * 7919 + index * 97) % POSTS)).join(",");
    return {
      product: `post?where=id=[${ids}]&select=id,title&take=100`,
      other: `in-100?ids=${ids}`,
    };
  }),
];

function operation(name: string, ask: ReadOperation["ask"]): ReadOperation {
  return { name, ask };
}

/** The requests to one server. Those with a cursor begin where another page of the server ends. */
export async function requestsOf(
  { ask, depth }: ReadOperation,
  port: number,
  kind: "product" | "other",
): Promise<readonly HttpRequest[]> {
  const path = (n: number) => `/api/data/${ask(n)[kind]}`;
  if (depth === undefined) return Array.from({ length: VARIETY }, (_, n) => get(path(n)));
  const before = await fetch(
    `http://127.0.0.1:${port}${path(0).replace("&take=20", "")}&take=1&skip=${depth - 1}`,
  );
  const { next } = (await before.json()) as { readonly next: string };
  return [get(`${path(0)}&after=${encodeURIComponent(next)}`)];
}

function get(path: string): HttpRequest {
  return { method: "GET", path };
}
