import type { Reply } from "../conformance/http-client.js";
import type { TestServer } from "../conformance/start-server.js";

/** Where browsers reach the servers of the tests, and the pages. Neither exists: a visitor knows where they are. */
export const PUBLIC_URL = "https://api.example.com";
export const PAGES_URL = "https://api.example.com/app";

type Served = Pick<TestServer, "request">;

/** A person with a browser: keeps cookies, and follows redirects until a page is reached. */
export class Visitor {
  readonly #server: Served;
  /** The name that the person types at a provider that asks for one. */
  name = "visitor";
  /** By host. */
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(server: Served) {
    this.#server = server;
  }

  /** Sends a request to the server. @param server Another one of the same database. */
  async send(
    method: string,
    path: string,
    { body, token, server = this.#server }: { body?: unknown; token?: string; server?: Served } = {},
  ): Promise<Reply> {
    const reply = await server.request(method, path, {
      ...(body !== undefined && { body }),
      headers: {
        Host: "attacker.example.com",
        "X-Forwarded-Host": "attacker.example.com",
        ...this.#header(PUBLIC_URL),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    });
    this.#keep(PUBLIC_URL, reply.headers["set-cookie"]);
    return reply;
  }

  /** Opens an address, and returns that of the page where the redirects end. */
  async open(
    url: string,
    until = (at: string) => at.startsWith(PAGES_URL),
    server?: Served,
  ): Promise<string> {
    for (let hops = 0, at = url; hops < 20; hops++) {
      if (until(at)) return at;
      const next = await this.#next(at, server);
      if (next === undefined) return at;
      at = new URL(next, at).href;
    }
    throw new Error("The redirects do not end.");
  }

  /** Begins to log in, and returns the address to which the provider sends the browser back. */
  begin(provider: string, query = ""): Promise<string> {
    return this.open(logInUrl(provider, query), (at) => at.includes("/callback?"));
  }

  /** Logs in. Returns what is behind the `#` of the page. */
  async logIn(provider: string, query = ""): Promise<URLSearchParams> {
    return fragmentOf(await this.open(logInUrl(provider, query)));
  }

  /** Exchanges a code. */
  exchange(code: string | null, server?: Served): Promise<Reply> {
    return this.send("POST", "/api/auth/providers/token", { body: { code }, ...(server && { server }) });
  }

  cookie(): string | undefined {
    return this.#header(PUBLIC_URL).Cookie;
  }

  async #next(at: string, server?: Served): Promise<string | undefined> {
    if (at.startsWith(`${PUBLIC_URL}/`)) {
      const reply = await this.send("GET", at.slice(PUBLIC_URL.length), server && { server });
      return reply.status === 302 ? reply.headers["location"] : undefined;
    }
    const reply = await fetch(at, { redirect: "manual", headers: this.#header(at) });
    this.#keep(at, reply.headers.getSetCookie().join(","));
    const page = await reply.text();
    return reply.headers.get("location") ?? (await this.#fillIn(at, page));
  }

  /** Sends the first form of a page of `oidc-provider`. Returns where that leads. */
  async #fillIn(at: string, page: string): Promise<string | undefined> {
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
    if (action === undefined) return undefined;
    const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ prompt, login: this.name, password: "any" });
    const headers = this.#header(at);
    const reply = await fetch(new URL(action, at), { method: "POST", redirect: "manual", headers, body });
    this.#keep(at, reply.headers.getSetCookie().join(","));
    return reply.headers.get("location") ?? undefined;
  }

  #header(url: string): { readonly Cookie?: string } {
    const cookies = this.#cookies.get(new URL(url).host);
    if (cookies === undefined) return {};
    return { Cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") };
  }

  #keep(url: string, header: string | undefined): void {
    const { host } = new URL(url);
    for (const cookie of header?.split(/,(?=[^ ;,]+=)/) ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie.trim()) ?? [];
      const cookies = this.#cookies.get(host) ?? new Map<string, string>();
      this.#cookies.set(host, cookies.set(name, value));
    }
  }
}

function logInUrl(provider: string, query: string): string {
  return `${PUBLIC_URL}/api/auth/providers/${provider}/log-in${query}`;
}

export function fragmentOf(url: string): URLSearchParams {
  return new URLSearchParams(new URL(url).hash.slice(1));
}
