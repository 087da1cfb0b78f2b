import type { Request } from "express";
import type { Grant } from "../../access/authorize.js";
import { ApiError } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";

/** The caller's preferences for a write and its answer (RFC 7240). */
export interface Preference {
  /** `record` if the caller asks for the record and may read it. */
  readonly returning: "record" | "id";
  /** Whether fields that cannot be set are rejected. */
  readonly isStrict: boolean;
}

/** Parses the `Prefer` header. Unknown preferences are ignored, as the RFC requires. */
export function parsePrefer(req: Request, grant: Pick<Grant, "mayRead">, entity: Entity): Preference {
  const preferences = preferencesOf(req);
  if (preferences === undefined) return entity.strictBody ? strict : lenient;
  return {
    returning: preferences.includes("return=representation") && grant.mayRead ? "record" : "id",
    isStrict: entity.strictBody || preferences.includes(STRICT),
  };
}

/** Whether the caller has the preference. */
export function prefers(preference: typeof STRICT | typeof COUNT, req: Pick<Request, "headers">): boolean {
  return preferencesOf(req)?.includes(preference) ?? false;
}

/** The maximum number of records that the caller wants to write. @throws {ApiError} `invalid-header` */
export function preferredMaximum(req: Pick<Request, "headers">): number | undefined {
  const asked = preferencesOf(req)?.find((each) => each.startsWith(MAX_AFFECTED));
  if (asked === undefined) return undefined;
  const number = asked.slice(MAX_AFFECTED.length);
  if (/^\d{1,9}$/.test(number)) return Number(number);
  throw new ApiError("invalid-header", `"Prefer: ${MAX_AFFECTED}…" needs a whole number.`);
}

/** How the caller wants to treat existing records. @throws {ApiError} `invalid-header` */
export function resolutionOf(req: Pick<Request, "headers">): (typeof resolutions)[number] {
  const asked = preferencesOf(req)?.find((each) => each.startsWith("resolution="));
  if (asked === undefined) return "merge-duplicates";
  const found = resolutions.find((each) => asked === `resolution=${each}`);
  if (found !== undefined) return found;
  const choices = resolutions.map((each) => `"resolution=${each}"`).join(" or ");
  throw new ApiError("invalid-header", `"Prefer" takes ${choices}.`);
}

const resolutions = ["merge-duplicates", "ignore-duplicates"] as const;

const MAX_AFFECTED = "max-affected=";

/** The preference for all or nothing. */
export const STRICT = "handling=strict";

/** The preference for a count, which only this server has. */
export const COUNT = "count=exact";

/** The preferences in lower case, without blanks and quotes. */
function preferencesOf({ headers }: Pick<Request, "headers">): readonly string[] | undefined {
  const header = headers["prefer"];
  if (header === undefined) return undefined;
  return String(header)
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.replace(/[\s"]/g, ""));
}

const lenient: Preference = { returning: "id", isStrict: false };
const strict: Preference = { returning: "id", isStrict: true };
