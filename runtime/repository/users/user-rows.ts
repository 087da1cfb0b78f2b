import type { TokenSubject } from "../../access/own-tokens.js";
import type { CheckedCondition } from "../../condition/checked.js";
import { isKey } from "../../condition/key-condition.js";
import { columnOf } from "../../database/sql/column-of.js";
import type { DatabaseSession } from "../../database/database-session.js";
import type { Row } from "../../database/wire/connection.js";
import type { FieldValue } from "../../model/field-type.js";
import { firstKey } from "../../model/fields.js";
import type { Entity, Field, UserId } from "../../model/model.js";
import { withApiErrors } from "../../database/fault-to-error.js";

/** The values of a user that log-ins and tokens need. */
export interface UserRow extends TokenSubject {
  readonly username: string;
  readonly usernamekey: string;
  /** The password hash. */
  readonly password: FieldValue;
  readonly firstname: FieldValue;
  readonly lastname: FieldValue;
}

/** Finds users without permission checks. @throws {ApiError} if the database cannot be reached. */
export interface FindUsers {
  readonly where: (condition: CheckedCondition) => Promise<readonly UserRow[]>;
  readonly byId: (id: UserId) => Promise<UserRow | undefined>;
}

const alwaysRead = [
  ...["username", "usernamekey", "password", "tokenversion"],
  ...["firstname", "lastname", "roles"],
];

/** @param asked The names of the fields that policies refer to. */
export function createFindUsers(
  users: Entity,
  asked: readonly string[],
  session: DatabaseSession,
): FindUsers {
  const claims = ["username", ...asked].flatMap((claim) => {
    const field = users.fieldsByName.get(claim.toLowerCase());
    return field?.isReadable === true ? [{ claim, field }] : [];
  });
  const named = alwaysRead.map((name) => userField(users, name));
  const fields = [...new Set([...users.keys, ...named, ...claims.map(({ field }) => field)])];
  const toUser = (row: Row): UserRow => {
    const value = (field: Field): FieldValue => {
      const stored = row[fields.indexOf(field)] ?? null;
      return stored === null ? null : columnOf(field, session.dialect).fromColumn(stored);
    };
    const [username, usernamekey, password, version, firstname, lastname, roles] = named.map(value);
    return {
      id: value(firstKey(users)) as UserRow["id"],
      username: username as string,
      usernamekey: usernamekey as string,
      password: password ?? null,
      version: typeof version === "string" ? version : null,
      roles: Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : [],
      firstname: firstname ?? null,
      lastname: lastname ?? null,
      claims: Object.fromEntries(claims.map(({ claim, field }) => [claim, value(field)])),
    };
  };
  const where: FindUsers["where"] = (condition) =>
    withApiErrors(users, session, async () => {
      const rows = await session.rows(session.statements(users).columns(fields, condition));
      return rows.map(toUser);
    });
  return { where, byId: async (id) => (await where(isKey(users, [id])))[0] };
}

/** A field that every user has. */
export function userField({ name, fieldsByName }: Entity, fieldName: string): Field {
  const field = fieldsByName.get(fieldName);
  if (field === undefined) throw new Error(`The entity "${name}" has no field "${fieldName}".`);
  return field;
}
