import type { Caller } from "./caller.js";
import type { VerifiedToken } from "./verify-jwt.js";

/** How long a token is taken without looking at it again, in milliseconds. */
const LIFETIME = 60_000;
const MAX_TOKENS = 1000;

/** Who some valid tokens speak for: a signature costs as much as all the rest of a small request. */
export class TokenCache {
  readonly #known = new Map<string, { readonly caller: Caller; readonly until: number }>();

  get(token: string): Caller | undefined {
    const known = this.#known.get(token);
    if (known === undefined || Date.now() < known.until) return known?.caller;
    this.#known.delete(token);
    return undefined;
  }

  set(token: string, { caller, expiresAt }: VerifiedToken): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_TOKENS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(token, { caller, until: Math.min(expiresAt, Date.now() + LIFETIME) });
  }
}
