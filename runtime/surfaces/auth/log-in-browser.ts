import { hkdfSync, randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import { sha256 } from "../../access/sha256.js";

/** Only this host can set a cookie with this prefix, and only over HTTPS. */
const COOKIE = "__Host-data-api-log-in";
const SECRET = /^[\w-]{43}$/;
/** Longer than a log-in may take, in seconds. */
const MAX_AGE = 900;

/**
 * The browser of a log-in, known by a random cookie. A log-in with a provider goes on only in the browser that began it:
 * otherwise an attacker could make a victim use the attacker's account.
 */
export class LogInBrowser {
  readonly #secret: string;

  private constructor(secret: string) {
    this.#secret = secret;
  }

  /** `undefined` if it has begun no log-in. */
  static of({ headers: { cookie = "" } }: Request): LogInBrowser | undefined {
    const given = cookie.split(/; */).find((pair) => pair.startsWith(`${COOKIE}=`));
    const secret = given?.slice(COOKIE.length + 1) ?? "";
    return SECRET.test(secret) ? new LogInBrowser(secret) : undefined;
  }

  /** Recognises the browser or gives it a cookie, which all of its tabs share. */
  static begin(req: Request, res: Response): LogInBrowser {
    const browser = LogInBrowser.of(req) ?? new LogInBrowser(randomBytes(32).toString("base64url"));
    const value = `${COOKIE}=${browser.#secret}`;
    res.appendHeader("Set-Cookie", `${value}; Path=/; Max-Age=${MAX_AGE}; Secure; HttpOnly; SameSite=Lax`);
    return browser;
  }

  /** What is stored of it. */
  get hash(): string {
    return sha256(this.#secret);
  }

  /**
   * Secrets for one log-in. They follow from the cookie, so that they are not stored, and any server has them. The
   * address of a callback, which may leak, is not enough to know them.
   */
  secretsFor(id: string): { readonly nonce: string; readonly codeVerifier: string } {
    const derive = (use: string) =>
      Buffer.from(hkdfSync("sha256", this.#secret, id, `data-api log-in ${use}`, 32)).toString("base64url");
    return { nonce: derive("nonce"), codeVerifier: derive("code verifier") };
  }
}
