import type * as webauthn from "@simplewebauthn/server";
import { PackageError } from "../../errors/package-error.js";

/** The checks of passkeys. */
export type Webauthn = typeof webauthn;

/** Loads an optional package: only users of `auth.passkeys` install it. @throws {PackageError} */
export async function loadWebauthn(): Promise<Webauthn> {
  const name = "@simplewebauthn/server";
  try {
    return await import("@simplewebauthn/server");
  } catch (error) {
    throw new PackageError(name, "auth.passkeys", `npm install ${name}`, error);
  }
}
