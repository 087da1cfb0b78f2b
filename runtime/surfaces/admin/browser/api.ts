import { signal } from "@preact/signals";
import { isSafeNumber, LosslessNumber, parse } from "lossless-json";

/** A mistake that the server found, at a member of what was sent. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Why a request was not done. */
export class Refusal extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  /** What a code of the second factor is sent with. */
  readonly challenge: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    issues: readonly Issue[] = [],
    challenge?: string,
  ) {
    super(message);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.challenge = challenge;
  }
}

export interface Answer {
  readonly body: unknown;
  /** The version of a record. */
  readonly tag: string | undefined;
}

export interface Ask {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
  readonly signal?: AbortSignal;
}

const { api = "./", tokens = "none" } = document.body.dataset;

/** How callers say who they are: not at all, with a token from elsewhere, or with a name and a password. */
export const tokenSource = tokens === "cookie" ? "log-in" : (tokens as "none" | "token" | "log-in");
/** Whether the browser keeps a cookie, which scripts cannot read, in place of a token. */
const isByCookie = tokens === "cookie";

/** The root of the application, as a URL that ends with a slash. */
export const root = new URL(api, document.baseURI).href;

/**
 * Kept in this variable only: other pages of the server cannot read it, and a reload forgets it. With a cookie, it only
 * changes with each log-in.
 */
export const token = signal<string | undefined>(undefined);
/** The role that the caller looks as. */
export const viewAs = signal<string | undefined>(undefined);
/** Whether the last request got no answer. */
export const isAway = signal(false);

interface LogIn {
  readonly reason: string;
  readonly done: (isKnown: boolean) => void;
}
/** The question who the caller is, while it is open. */
export const logIn = signal<LogIn | undefined>(undefined);
let asking: Promise<boolean> | undefined;

/** Asks for a token. Several requests that need one wait for the same answer. */
export function askForToken(reason: string): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    logIn.value = { reason, done: resolve };
  }).finally(() => {
    asking = undefined;
    logIn.value = undefined;
  });
  return asking;
}

/**
 * Sends a request to the API. A read is repeated until the server answers. A request that needs a token, or a new one,
 * asks for it and is sent again.
 * @param path Below the root of the application.
 * @throws {Refusal}
 */
export async function ask(path: string, request: Ask = {}): Promise<Answer> {
  const response = await send(path, request);
  const text = await response.text();
  return { body: text === "" ? undefined : readJson(text), tag: response.headers.get("ETag") ?? undefined };
}

/** The same, for an answer that is kept as a file. */
export async function askForFile(path: string, request: Ask): Promise<Blob> {
  return (await send(path, request)).blob();
}

async function send(path: string, request: Ask): Promise<Response> {
  for (;;) {
    const sent = token.value;
    const response = await sendOnce(path, request);
    if (response.ok) return response;
    const refusal = await refusalOf(response);
    const isUnknown = refusal.status === 401 && tokenSource !== "none" && !LOG_INS.includes(path);
    // Another request has asked meanwhile.
    if (isUnknown && (sent !== token.value || (await askForToken(refusal.message)))) continue;
    throw refusal;
  }
}

const LOG_IN = "api/auth/token";
const SECOND_FACTOR = "api/auth/second-factor";
const LOG_INS: readonly string[] = [LOG_IN, SECOND_FACTOR];

async function sendOnce(
  path: string,
  { method = "GET", headers, body, signal: cancel }: Ask,
): Promise<Response> {
  const isRead = method === "GET";
  for (let wait = 500; ; wait = Math.min(wait * 2, 8000)) {
    try {
      const response = await fetch(root + path, {
        method,
        headers: {
          ...headers,
          // A log-in with a token that has ended would be refused for the token.
          ...(token.value !== undefined &&
            !isByCookie &&
            !LOG_INS.includes(path) && { Authorization: `Bearer ${token.value}` }),
          ...(viewAs.value !== undefined && !LOG_INS.includes(path) && { "View-As": viewAs.value }),
        },
        ...(body !== undefined && { body }),
        ...(cancel !== undefined && { signal: cancel }),
      });
      isAway.value = false;
      const isBusy = response.status === 503 && response.headers.has("Retry-After");
      if (!isRead || !isBusy || wait > 4000) return response;
    } catch (error) {
      if (cancel?.aborted === true) throw error;
      isAway.value = true;
      if (!isRead)
        throw new Refusal(0, "away", "The server cannot be reached. Nothing here is lost: save again.");
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const problem = ((await response.json().catch(() => undefined)) ?? {}) as {
    readonly code?: string;
    readonly title?: string;
    readonly detail?: string;
    readonly errors?: readonly Issue[];
    readonly challenge?: string;
  };
  const { status } = response;
  const message = problem.detail ?? problem.title ?? `The server answers ${status}, without a reason.`;
  return new Refusal(status, problem.code ?? "unknown", message, problem.errors, problem.challenge);
}

/** A name and a password, or a code for the challenge that they were answered with. */
type Credentials =
  | { readonly username: string; readonly password: string }
  | { readonly challenge: string; readonly code: string };

/** Gets a token. The answer is why not, if it is not given. */
export async function logInWith(credentials: Credentials): Promise<Refusal | undefined> {
  try {
    const { body } = await ask("challenge" in credentials ? SECOND_FACTOR : LOG_IN, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(credentials),
    });
    token.value = isByCookie ? `cookie ${Date.now()}` : (body as { token: string }).token;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Ends the cookie, if there is one. Nothing of the caller stays in the page that is loaded again. */
export async function logOutHere(): Promise<void> {
  if (isByCookie) await fetch(`${root}api/auth/sessions/current`, { method: "DELETE" });
  location.reload();
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** JSON with all digits: a number that a double cannot hold is a `LosslessNumber`. */
export function readJson(text: string): unknown {
  return parse(text, undefined, {
    parseNumber: (digits) => (isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits)),
  });
}
