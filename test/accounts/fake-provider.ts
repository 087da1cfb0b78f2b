import { createHash, randomUUID } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey } from "jose";

export type Claims = Readonly<Record<string, unknown>>;

/** How a provider behaves in one log-in. Everything that is not given is right. */
export interface Behaviour {
  /** Claims of the ID token. Those that are `undefined` are left out. */
  readonly claims?: Claims;
  /** What the endpoint for claims says. */
  readonly userinfo?: Claims;
  /** The parameters of the answer to the browser. */
  readonly answer?: Readonly<Record<string, string | undefined>>;
  /** `other`: with a key that is not the provider's. `none`: without a signature. */
  readonly signedBy?: "own" | "other" | "none" | "secret";
}

interface Begun {
  readonly params: URLSearchParams;
  readonly behaviour: Behaviour;
}

const CLIENT = { id: "data-api", secret: "the secret of the client" };

/** A provider of OpenID Connect that can lie. It checks what a good one checks: redirect, PKCE, client, one use. */
export class FakeProvider {
  /** Who logs in next. */
  behaviour: Behaviour = {};
  /** Answers in place of the provider. Returns whether it has. */
  interfere: ((req: http.IncomingMessage, res: http.ServerResponse) => boolean) | undefined;
  readonly requests: string[] = [];
  /** The parameters of the last request to log in. */
  asked = new URLSearchParams();
  #server: http.Server | undefined;
  #keys: { readonly own: Pair; readonly other: Pair } | undefined;
  readonly #codes = new Map<string, Begun>();
  readonly #tokens = new Map<string, Behaviour>();
  #port = 0;

  get issuer(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The options of a configuration that uses it. */
  get settings() {
    return { issuer: this.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  }

  async start(): Promise<void> {
    const pair = async () => generateKeyPair("RS256", { extractable: true });
    this.#keys ??= { own: await pair(), other: await pair() };
    const server = http.createServer((req, res) => {
      this.requests.push(`${req.method} ${new URL(req.url ?? "", this.issuer).pathname}`);
      if (this.interfere?.(req, res) === true) return;
      this.#answer(req, res).catch((error: unknown) => {
        res.writeHead(500).end(String(error));
      });
    });
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** It may start again later at the same address. */
  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  async #answer(req: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const url = new URL(req.url ?? "", this.issuer);
    const json = (status: number, body: unknown) => {
      res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    switch (url.pathname) {
      case "/.well-known/openid-configuration":
        json(200, {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
          authorization_response_iss_parameter_supported: true,
        });
        return;
      case "/keys":
        json(200, { keys: [{ ...(await exportJWK(this.#pairs.own.publicKey)), alg: "RS256", kid: "1" }] });
        return;
      case "/authorize": {
        this.asked = url.searchParams;
        const code = randomUUID();
        this.#codes.set(code, { params: url.searchParams, behaviour: this.behaviour });
        const back = new URL(url.searchParams.get("redirect_uri") ?? "");
        const answer = { code, state: url.searchParams.get("state") ?? "", iss: this.issuer };
        for (const [name, value] of Object.entries<string | undefined>({
          ...answer,
          ...this.behaviour.answer,
        }))
          if (value !== undefined) back.searchParams.set(name, value);
        res.writeHead(302, { Location: back.href }).end();
        return;
      }
      case "/token": {
        const form = new URLSearchParams(await textOf(req));
        const begun = this.#codes.get(form.get("code") ?? "");
        this.#codes.delete(form.get("code") ?? "");
        const verifier = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url");
        const [, basic = ""] = (req.headers.authorization ?? "").split("Basic ");
        const given = new URLSearchParams(`x=${Buffer.from(basic, "base64").toString().replace(":", "&y=")}`);
        if (given.get("x") !== CLIENT.id || given.get("y") !== CLIENT.secret)
          json(401, { error: "invalid_client" });
        else if (
          begun === undefined ||
          begun.params.get("code_challenge") !== verifier ||
          begun.params.get("code_challenge_method") !== "S256" ||
          begun.params.get("redirect_uri") !== form.get("redirect_uri")
        )
          json(400, { error: "invalid_grant" });
        else {
          const token = randomUUID();
          this.#tokens.set(token, begun.behaviour);
          const body = { access_token: token, token_type: "Bearer", expires_in: 60 };
          json(200, { ...body, id_token: await this.#idToken(begun) });
        }
        return;
      }
      case "/userinfo": {
        const behaviour = this.#tokens.get((req.headers.authorization ?? "").replace("Bearer ", ""));
        json(behaviour === undefined ? 401 : 200, {
          sub: behaviour?.claims?.["sub"] ?? "1",
          ...behaviour?.userinfo,
        });
        return;
      }
      default:
        json(404, {});
    }
  }

  get #pairs() {
    if (this.#keys === undefined) throw new Error("The provider has not been started.");
    return this.#keys;
  }

  async #idToken({ params, behaviour }: Begun): Promise<string> {
    const { claims, signedBy = "own" } = behaviour;
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: CLIENT.id, sub: "1", iat: now, exp: now + 300 };
    const all: Claims = { ...usual, nonce: params.get("nonce"), ...claims };
    const payload = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    if (signedBy === "none") return new UnsecuredJWT(payload).encode();
    if (signedBy === "secret")
      return new SignJWT(payload)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(CLIENT.secret));
    return new SignJWT(payload)
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .sign(this.#pairs[signedBy].privateKey);
  }
}

interface Pair {
  readonly publicKey: CryptoKey;
  readonly privateKey: CryptoKey;
}

async function textOf(req: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
