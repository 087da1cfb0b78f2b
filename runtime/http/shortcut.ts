import {
  type Express,
  type IRouter,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from "express";

/** A path of names and parameters only. Express matches all others. */
const PLAIN_PATH = /^(?:\/|(?:\/:?\w+)+)$/;
/** A URL that can be split without parsing it. */
const PLAIN_URL = /^[!"$-~]+$/;

/** Has no prototype, like Express's `params` and `locals`, but is faster to create than with `Object.create(null)`. */
class Bare {
  [name: string]: unknown;
}
Object.setPrototypeOf(Bare.prototype, null);
delete (Bare.prototype as { constructor?: unknown }).constructor;

/** A route that can be matched without Express. */
interface Row {
  readonly method: string;
  /** The static parts in lower case. `undefined` for a parameter. */
  readonly parts: readonly (string | undefined)[];
  readonly names: readonly string[];
  readonly route: unknown;
  readonly handle: RequestHandler;
  /** The rest of the router, which runs if the handler calls `next`. */
  readonly rest: () => IRouter;
}

/** Answers requests that failed or that no handler answered. */
export type AnswerLast = (req: Request, res: Response, error?: unknown) => void;

/** Answers a request as its router would. @returns Whether a route matches. If not, nothing has been changed. */
export type Shortcut = (req: Request, res: Response, last: AnswerLast) => boolean;

/** The routers below a prefix. */
export interface ShortcutRouters<T> {
  readonly find: (name: string) => (T & { readonly rows: readonly Row[] }) | undefined;
  /** Runs before a handler. */
  readonly begin: (res: Response) => void;
  /** Runs after a router that has failed or has not answered. */
  readonly end: (req: Request, res: Response, found: T, error: unknown, next: NextFunction) => void;
}

/**
 * The routes of a router. Empty unless it contains only routes with one handler each.
 * @param closed A router of such routes, mounted as the last layer.
 */
export function rowsOf(router: IRouter, closed: IRouter): readonly Row[] {
  const { caseSensitive, strict, mergeParams, params, stack } = router as IRouter & RouterSettings;
  const own = stack.filter(({ handle }) => (handle as unknown) !== closed);
  const isPlain = own.every(({ route }) => route?.stack.length === 1 && isPlainRoute(route));
  if (!isPlain || caseSensitive || strict || mergeParams || Object.keys(params).length > 0) return [];
  return [...toRows(own, stack), ...toRows(closed.stack, closed.stack)];
}

function toRows(layers: IRouter["stack"], stack: IRouter["stack"]): readonly Row[] {
  return layers.flatMap((entry) => {
    const { route } = entry;
    const [layer] = route?.stack ?? [];
    if (route === undefined || layer === undefined) return [];
    const parts = route.path.slice(1).split("/");
    const others = stack.slice(stack.indexOf(entry) + 1);
    return {
      method: layer.method.toUpperCase(),
      parts: parts.map((part) => (part.startsWith(":") ? undefined : part.toLowerCase())),
      names: parts.flatMap((part) => (part.startsWith(":") ? part.slice(1) : [])),
      route,
      handle: layer.handle as RequestHandler,
      rest: () => Object.assign(Router(), { stack: others }),
    };
  });
}

interface RouterSettings {
  readonly caseSensitive?: boolean;
  readonly strict?: boolean;
  readonly mergeParams?: boolean;
  readonly params: object;
}

function isPlainRoute({ path, stack: [layer] }: NonNullable<IRouter["stack"][number]["route"]>): boolean {
  // Express also accepts expressions and lists as paths, whatever its types say.
  const isText = typeof (path as unknown) === "string";
  return isText && PLAIN_PATH.test(path) && layer !== undefined && !!layer.method && layer.handle.length <= 3;
}

/** A promise of any library. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}

/** Whether `next` was called to continue, which Express distinguishes from an error. */
function goesOn(signal: unknown): boolean {
  return !signal || signal === "route";
}

/**
 * Routes requests below `prefix/:name` to their handlers without Express's router. It applies only while the
 * application's last layer is also its first, so that middleware that was added before still runs. Requests and
 * responses remain those of Express, and Express handles every path that is not plain.
 */
export function createShortcut<T>(
  app: Express,
  prefix: string,
  { find, begin, end }: ShortcutRouters<T>,
): Shortcut {
  const { stack, params, caseSensitive, strict } = app.router as unknown as IRouter & RouterSettings;
  const own = stack.at(-1);
  const start = `${prefix}/`;
  if (caseSensitive || strict) return () => false;
  return (req, res, last) => {
    const { url } = req;
    if (!url.startsWith(start) || stack[0] !== own || Object.getPrototypeOf(req) !== app.request)
      return false;
    // Only Express's router calls functions that look at parameters, and the dispatch answers OPTIONS.
    if (!PLAIN_URL.test(url) || Object.keys(params).length > 0 || req.method === "OPTIONS") return false;
    const query = url.indexOf("?");
    const path = query === -1 ? url : url.slice(0, query);
    const slash = path.indexOf("/", start.length);
    const base = slash === -1 ? path : path.slice(0, slash);
    const found = find(base.slice(start.length));
    if (found === undefined) return false;
    const segments = slash === -1 ? [""] : path.slice(slash + 1).split("/");
    if (segments.length > 1 && segments.at(-1) === "") segments.pop();
    for (const row of found.rows) {
      const answersIt = row.method === req.method || (row.method === "GET" && req.method === "HEAD");
      const values = answersIt ? matched(row, segments) : undefined;
      if (values === undefined) continue;
      req.res = res;
      req.originalUrl = url;
      req.baseUrl = base;
      req.url = slash === -1 ? `/${url.slice(path.length)}` : url.slice(slash);
      req.params = values;
      req.route = row.route;
      res.locals = new Bare();
      begin(res);
      run(row, req, res, found, last);
      return true;
    }
    return false;
  };

  function run({ handle, rest }: Row, req: Request, res: Response, found: T, last: AnswerLast): void {
    const { url, baseUrl } = req;
    /** Continues with the layers after the endpoints. */
    const goOn = () => {
      const others = Router();
      others.stack = stack.slice(1);
      const isRewritten = req.url !== url;
      Object.assign(req, { url: isRewritten ? baseUrl + req.url : req.originalUrl, baseUrl: "", params: {} });
      void others(req, res, (error?: unknown) => last(req, res, error));
    };
    const next = (error?: unknown) => {
      const ended = (failure?: unknown) => {
        req.baseUrl = baseUrl;
        end(req, res, found, failure, goOn);
      };
      if (goesOn(error)) void rest()(req, res, ended);
      else ended(error === "router" ? undefined : error);
    };
    req.next = next;
    try {
      const answering: unknown = handle(req, res, next);
      if (isThenable(answering))
        answering.then(undefined, (error: unknown) => next(error ? error : new Error("Rejected promise")));
    } catch (error) {
      next(error);
    }
  }
}

/** The values of the parameters. `undefined` if the route does not match, or if Express has to report the reason. */
function matched({ parts, names }: Row, segments: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const values = new Bare() as Record<string, string>;
  let count = 0;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const segment = segments[index] ?? "";
    if (part !== undefined) {
      if (segment !== part && segment.toLowerCase() !== part) return undefined;
      continue;
    }
    const value = segment.includes("%") ? decodeSegment(segment) : segment;
    if (value === undefined || value === "") return undefined;
    values[names[count++] ?? ""] = value;
  }
  return values;
}

/** `undefined` for a segment that is not percent-encoded UTF-8. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
