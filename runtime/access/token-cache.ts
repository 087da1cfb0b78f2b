import type { VerifiedToken } from "./verify-jwt.js";

/** How long a verified token is trusted without verifying it again, in milliseconds. */
const LIFETIME = 60_000;
const MAX_TOKENS = 1000;

/** Remembers verified tokens for a minute: verifying a signature costs as much as the rest of a small request. */
export class TokenCache {
  readonly #known = new Map<string, { readonly verified: VerifiedToken; readonly until: number }>();

  get(token: string): VerifiedToken | undefined {
    const known = this.#known.get(token);
    if (known === undefined) return undefined;
    // `expiresAt` is a time of the clock. `until` is not, because the clock may be set back.
    if (performance.now() < known.until && Date.now() < known.verified.expiresAt) return known.verified;
    this.#known.delete(token);
    return undefined;
  }

  set(token: string, verified: VerifiedToken): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= MAX_TOKENS && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(token, { verified, until: performance.now() + LIFETIME });
  }
}
