import type { Request } from "express";
import type { Grant } from "../access/authorize.js";
import type { Entity } from "../model/model.js";
import type { WriteOptions } from "../write/write-options.js";

/** The caller's preferences for a write and its answer (RFC 7240). */
export interface Preference {
  /** `record` if the caller asks for the record and may read. */
  readonly returning: NonNullable<WriteOptions["returning"]>;
  /** Whether fields that cannot be set are mistakes. */
  readonly isStrict: boolean;
}

/** Parses the `Prefer` header. Unknown preferences are ignored, as the RFC requires. */
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
