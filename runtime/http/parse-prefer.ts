import type { Request } from "express";
import type { Grant } from "../access/authorize.js";
import type { Returning } from "../database/write-syntax.js";
import type { Entity } from "../model/model.js";

/** How the caller wants a write to be done and answered (RFC 7240). */
export interface Preference {
  /** `record` where the caller asks for it and may read. */
  readonly returning: Returning;
  /** Whether fields that cannot be set are mistakes. */
  readonly isStrict: boolean;
}

/** Reads the `Prefer` header. What it does not know, it ignores, as the RFC says. */
export function parsePrefer(req: Request, grant: Pick<Grant, "mayRead">, entity: Entity): Preference {
  const header = req.headers["prefer"];
  if (header === undefined) return entity.strictBody ? strict : lenient;
  const preferences = String(header)
    .toLowerCase()
    .split(/[,;]/)
    .map((part) => part.replace(/[\s"]/g, ""));
  return {
    returning: preferences.includes("return=representation") && grant.mayRead ? "record" : "id",
    isStrict: entity.strictBody || preferences.includes("handling=strict"),
  };
}

const lenient: Preference = { returning: "id", isStrict: false };
const strict: Preference = { returning: "id", isStrict: true };
