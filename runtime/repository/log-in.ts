import type { TokenSubject } from "../access/own-tokens.js";
import { verifySecret } from "../access/secrets.js";
import type { CheckedCondition } from "../condition/check-condition.js";
import { columnOf } from "../database/column-of.js";
import { conditionArguments } from "../database/condition-sql.js";
import type { Database } from "../database/database.js";
import type { Row } from "../database/dialect.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { userNameKey } from "../model/user-name.js";
import { isUserName, MAX_PASSWORD_LENGTH } from "./check-user.js";
import { faultToError } from "./fault-to-error.js";

/** A user, as far as a login tells. */
export interface LoggedIn extends TokenSubject {
  readonly firstname: FieldValue;
  readonly lastname: FieldValue;
}

/**
 * The user of a name and a password; undefined if one of them is wrong: nobody can tell which, neither by the answer nor
 * by its time.
 * @throws {ApiError} if the database cannot be reached, or too many log in at once.
 */
export type LogIn = (username: string, password: string) => Promise<LoggedIn | undefined>;

/** @param asked The names of the fields that permissions ask for. */
export function createLogIn(users: Entity, asked: readonly string[], database: Database): LogIn {
  const claims = ["username", ...asked].flatMap((claim) => {
    const field = users.fieldsByName.get(claim.toLowerCase());
    return field?.isReadable === true ? [{ claim, field }] : [];
  });
  const named = ["password", "firstname", "lastname", "roles"].map((name) => fieldOf(users, name));
  const fields = [...new Set([...users.keys, ...named, ...claims.map(({ field }) => field)])];

  return async (username, password) => {
    // A name that nobody can have is looked for too: as one that nobody has.
    const row = await findRow(users, fields, isUserName(username) ? userNameKey(username) : "", database);
    const value = (field: Field) => toValue(field, row?.[fields.indexOf(field)] ?? null, database);
    const isPossible = Array.from(password.normalize("NFC")).length <= MAX_PASSWORD_LENGTH;
    const isRight = await verifySecret(isPossible ? password : "", value(fieldOf(users, "password")));
    if (row === undefined || !isPossible || !isRight) return undefined;
    const roles = value(fieldOf(users, "roles"));
    return {
      id: value(users.keys[0]) as LoggedIn["id"],
      roles: Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : [],
      firstname: value(fieldOf(users, "firstname")),
      lastname: value(fieldOf(users, "lastname")),
      // What is null is not claimed: a permission that asks for it gives nothing.
      claims: Object.fromEntries(
        claims
          .map(({ claim, field }) => [claim, value(field)] as const)
          .filter(([, given]) => given !== null),
      ),
    };
  };
}

async function findRow(
  users: Entity,
  fields: readonly Field[],
  key: string,
  database: Database,
): Promise<Row | undefined> {
  const field = fieldOf(users, "usernamekey");
  const where: CheckedCondition = { kind: "comparison", field, operator: "=", value: key };
  const statement = database.statements(users).columns(fields, where);
  try {
    const [row] = await database.rows(statement, conditionArguments(where, database.dialect));
    return row;
  } catch (error) {
    throw await faultToError(error, users, database);
  }
}

function toValue(field: Field, value: unknown, { dialect }: Database): FieldValue {
  return value === null ? null : columnOf(field, dialect).fromColumn(value);
}

/** One that every user has. */
function fieldOf({ name, fieldsByName }: Entity, fieldName: string): Field {
  const field = fieldsByName.get(fieldName);
  if (field === undefined) throw new Error(`The entity "${name}" has no field "${fieldName}".`);
  return field;
}
