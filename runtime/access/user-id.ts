import { invalidToken } from "./bearer-token.js";
import { fieldTypes, type FieldTypeName, type ValueLimits } from "../model/field-type.js";
import type { Model, UserId } from "../model/model.js";
import { usersEntity } from "../model/users-entity.js";
import { ValueError } from "../model/values/value-error.js";

/** The maximum length of `ownerid`. */
const ID_LENGTH = 255;

/** Converts a caller's id to the type of `ownerid`. @throws {ValueError} */
export type ParseUserId = (value: unknown) => Exclude<UserId, null>;

/** Ids have the type of the users entity's key. Without that entity they are strings, as providers issue them. */
export function userIdParser(model: Pick<Model, "entities">): ParseUserId {
  const key: { readonly type: FieldTypeName } & ValueLimits = usersEntity(model)?.keys[0] ?? {
    type: "string",
    minLength: 1,
    maxLength: ID_LENGTH,
  };
  return (value) => {
    const given = key.type === "string" && Number.isFinite(value) ? String(value) : value;
    const id = fieldTypes[key.type].parse(given, key);
    if (typeof id === "string" || typeof id === "number") return id;
    throw new ValueError("wrong-type", "must be a text or a number");
  };
}

/** The user id of a token. @throws {ApiError} `invalid-token` */
export function toTokenUserId(claim: unknown, parseUserId: ParseUserId): Exclude<UserId, null> {
  try {
    return parseUserId(claim);
  } catch (error) {
    if (error instanceof ValueError) throw invalidToken(undefined, error);
    throw error;
  }
}
