import { GIVEN_ROLES, isListOfGivenRoles } from "../../model/given-role.js";
import { USERNAME_LENGTH } from "../../model/values/user-name.js";
import { safeKey } from "../check-shape.js";
import type { EntityConfig, FieldConfig } from "../config.js";
import { isUserEntity, userFields } from "../effective-entities.js";
import { keyNames, keyParts } from "../keys.js";
import { entityRule, type Mistake, type RuleInput } from "./rule.js";

type UserFieldName = keyof typeof userFields;

/** A member of the body of a registration, beside the password. */
const CONFIRMATION = "confirmPassword";
/** The registered claims of tokens (RFC 7519, section 4.1). */
const tokenClaims = ["iss", "sub", "aud", "exp", "nbf", "iat", "jti"];
/** The options that cannot be set for the built-in fields. */
const fixedOptions: Readonly<Partial<Record<UserFieldName, readonly (keyof FieldConfig)[]>>> = {
  username: ["values", "default", "isIgnoredOnCreate"],
  password: ["values", "isIgnoredOnCreate", "maxLength"],
  roles: ["values"],
};

/** The configuration of users must not break log-in and registration. */
export const userOptions = entityRule(function* (entity, name, { assumedAuth, entities }) {
  if (!isUserEntity(name, assumedAuth)) return;
  if (entity.isReadOnly === true) yield ["isReadOnly", "users must be writable: remove it."];
  if (keyNames(entity).length > 1)
    yield ["primaryKey", "tokens and owners refer to a user by one field: give a key of one field."];
  if (keyParts(entity).some(([, { type }]) => type === "enum"))
    yield ["primaryKey", 'owners refer to a user by the key, and no field can refer to an "enum".'];
  for (const builtIn of Object.keys(userFields) as UserFieldName[]) yield* checkBuiltIn(builtIn, entity);
  yield* checkNames(entity, askedTokenClaims(entities));
});

function* checkBuiltIn(builtIn: UserFieldName, { fields }: EntityConfig): Iterable<Mistake> {
  const [name = "", field] = Object.entries(fields).find(([each]) => each.toLowerCase() === builtIn) ?? [];
  if (field === undefined) return;
  const place = `fields.${safeKey(name)}`;
  const { type, isRequired }: FieldConfig = userFields[builtIn];
  if (name !== builtIn) yield [place, `every user has this field: write its name "${builtIn}".`];
  if (field.type !== type)
    yield [`${place}.type`, `every user has this field: its type is "${type}", not "${field.type}".`];
  if (isRequired && (field.isRequired as boolean | undefined) === false)
    yield [`${place}.isRequired`, "every user has this field: it must be required."];
  if (isGiven(field.foreignKey))
    yield [`${place}.foreignKey`, "every user has this field: it refers to nothing."];
  const options = fixedOptions[builtIn] ?? [];
  for (const option of options.filter((each) => field[each] !== undefined && field[each] !== false))
    yield [`${place}.${option}`, `cannot be set for the field "${builtIn}" of users: remove it.`];
  if (builtIn === "roles" && isGiven(field.default) && !isListOfGivenRoles(field.default))
    yield [`${place}.default`, `${GIVEN_ROLES}.`];
  if (builtIn === "username" && (field.maxLength ?? 0) > USERNAME_LENGTH)
    yield [`${place}.maxLength`, `found ${field.maxLength ?? 0}; must be at most ${USERNAME_LENGTH}.`];
}

function* checkNames({ fields }: EntityConfig, claims: readonly string[]): Iterable<Mistake> {
  for (const name of Object.keys(fields)) {
    const place = `fields.${safeKey(name)}`;
    if (name.toLowerCase() === CONFIRMATION.toLowerCase())
      yield [place, "a registration uses this name: give the field another one."];
    if (claims.includes(name.toLowerCase()))
      yield [
        place,
        `"${name}" is a registered claim of tokens, and permissions refer to it: give the field another name.`,
      ];
  }
}

/** The registered claims that permissions refer to. Searches the text, because conditions may be invalid. */
function askedTokenClaims(entities: RuleInput["entities"]): readonly string[] {
  const written = JSON.stringify(Object.values(entities).map(({ permissions }) => permissions));
  const asked = Array.from(written.matchAll(/@user\.(\w+)/g), ([, claim = ""]) => claim.toLowerCase());
  return tokenClaims.filter((claim) => asked.includes(claim));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
