import { generateKeyPairSync, randomUUID, type KeyObject } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SignJWT } from "jose";

type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** A key of a provider, for one of the usual algorithms. */
export interface ProviderKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly jwk: object;
}

export function createKey(alg: "RS256" | "PS256" | "ES256" | "EdDSA" | "RS512" = "RS256"): ProviderKey {
  const { publicKey, privateKey } =
    alg === "ES256"
      ? generateKeyPairSync("ec", { namedCurve: "P-256" })
      : alg === "EdDSA"
        ? generateKeyPairSync("ed25519")
        : generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  return { alg, kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, alg, use: "sig" } };
}

/** An identity provider on this machine. Tests can change its answers, and see which paths were requested. */
export class Provider {
  readonly issuer: string;
  readonly #server: http.Server;
  readonly answers: Record<string, Answer>;
  readonly asked: string[] = [];
  keys: readonly ProviderKey[];

  private constructor(server: http.Server, keys: readonly ProviderKey[]) {
    const { port } = server.address() as AddressInfo;
    this.issuer = `http://127.0.0.1:${port}/realm`;
    this.#server = server;
    this.keys = keys;
    this.answers = {
      "/realm/.well-known/openid-configuration": (_req, res) => {
        sendJson(res, { issuer: this.issuer, jwks_uri: `${this.issuer}/keys` });
      },
      "/realm/keys": (_req, res) => {
        sendJson(res, { keys: this.keys.map(({ jwk }) => jwk) });
      },
    };
    server.on("request", (req: IncomingMessage, res: ServerResponse) => {
      const path = req.url ?? "";
      this.asked.push(path);
      const answer = this.answers[path];
      if (answer === undefined) res.writeHead(404).end();
      else answer(req, res);
    });
  }

  static async start(...keys: readonly ProviderKey[]): Promise<Provider> {
    const server = http.createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    return new Provider(server, keys);
  }

  /** A valid token for our server, except for the given claims and header. */
  sign(
    claims: Readonly<Record<string, unknown>> = {},
    key = this.keys[0],
    header: object = {},
  ): Promise<string> {
    if (key === undefined) throw new Error("The provider has no key.");
    const now = Math.floor(Date.now() / 1000);
    const usual: Readonly<Record<string, unknown>> = {
      ...{ iss: this.issuer, aud: "api", sub: "auth0|anna", iat: now, exp: now + 600 },
    };
    const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
    return new SignJWT(Object.fromEntries(all))
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => {
        resolve();
      });
    });
  }

  /** Listens again at the same address. */
  async resume(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(Number(new URL(this.issuer).port), "127.0.0.1", resolve);
    });
  }
}

export function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
}
