import { post, POSTS } from "./blog.js";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

/** An operation to measure: its requests and the status that each must get. */
export interface Operation {
  readonly name: string;
  readonly status: number;
  /** Sent in turn by all connections. */
  readonly requests: readonly HttpRequest[];
  /** Whether each request can be sent only once. */
  readonly isOnce?: boolean;
}

/** How many different requests each operation has. */
const VARIETY = 2000;
const PATH = "/api/data/blogpost";

/** Random integers below a bound. The same in every run. */
const random = createRandom(42);
const randomId = () => 1 + random(POSTS);

export const operations: readonly Operation[] = [
  operation("by-id", 200, () => read(`findbyid/${randomId()}`)),
  operation("page-20", 200, () => read(`findall/id/${20 * random(50)}/20`)),
  operation("page-100-sorted", 200, () => read(`findall/~title/${100 * random(10)}/100`)),
  operation("condition", 200, () =>
    read(`findbycondition/id/0/20/title=${encodeURIComponent(`"${post(randomId()).title}"`)}`),
  ),
  operation("create", 201, () => write("POST", "", post(randomId()))),
  operation("update", 200, () => write("PATCH", `/${randomId()}`, { content: post(randomId()).content })),
  {
    name: "delete",
    status: 200,
    requests: Array.from({ length: POSTS }, (_, index) => ({
      method: "DELETE",
      path: `${PATH}/${POSTS - index}`,
    })),
    isOnce: true,
  },
];

export const readOne: HttpRequest = read("findbyid/1");

/** Invalid requests. All contestants must reject them with the same status; the messages may differ. */
export const mistakes: readonly HttpRequest[] = [
  read("findbyid/one"),
  read("findall/~colour/0/20"),
  read("findall/id/-1/20"),
  read("findall/id/0/1001"),
  read("findbycondition/id/0/20/title=%22trains"),
  write("POST", "", { title: "No content" }),
  write("POST", "", { title: "t".repeat(256), content: "Too long a title" }),
  { method: "POST", path: PATH, body: "[1," },
  write("PATCH", "/1", {}),
  write("PATCH", "/999999", { content: "Nobody's" }),
];

/** Reads all posts, a thousand at a time, and one that does not exist. */
export const readBack: readonly HttpRequest[] = [
  ...Array.from({ length: POSTS / 1000 + 1 }, (_, index) => read(`findall/id/${1000 * index}/1000`)),
  read("findbyid/999999"),
];

function operation(name: string, status: number, next: () => HttpRequest): Operation {
  return { name, status, requests: Array.from({ length: VARIETY }, next) };
}

function read(path: string): HttpRequest {
  return { method: "GET", path: `${PATH}/public/${path}` };
}

function write(method: "POST" | "PATCH", path: string, body: object): HttpRequest {
  return { method, path: PATH + path, body: JSON.stringify(body) };
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
