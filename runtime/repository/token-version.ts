import { randomBytes } from "node:crypto";
import { isKey } from "../condition/key-condition.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Entity, Field, UserId } from "../model/model.js";
import { forgetUser } from "./current-users.js";
import { faultToError } from "./fault-to-error.js";
import { updateRow } from "./table-rows.js";

/** A new version, random so that tokens of a deleted user never match a later user with the same id. */
export function newTokenVersion(): string {
  return randomBytes(16).toString("base64url");
}

/** The version field, if a write must set it: every create of a user, and every update of a password. */
export function versionChangedBy(
  { users, fields: all }: Entity,
  operation: "create" | "update",
  written: readonly Field[],
): readonly Field[] {
  if (users === undefined) return [];
  const isChange = operation === "create" || written.some(({ name }) => name === "password");
  return isChange ? all.filter(({ system }) => system === "tokenversion") : [];
}

/** Ends all tokens of a user. @throws {ApiError} if the database cannot be reached. */
export async function endTokens(users: Entity, id: UserId, session: DatabaseSession): Promise<void> {
  try {
    await updateRow(session, users, { tokenversion: newTokenVersion() }, isKey(users, [id]));
  } catch (error) {
    throw await faultToError(error, users, session);
  } finally {
    forgetUser(session, id);
  }
}
