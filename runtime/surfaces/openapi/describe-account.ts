import type { ProblemCode } from "../../errors/codes.js";
import { usersEntity } from "../../model/users-entity.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { ofBody } from "../endpoints/endpoint-row.js";
import { exampleOf } from "./example-values.js";
import { answerSchema } from "./field-schemas.js";
import { jsonContent } from "./json-content.js";
import type { Response, Schema } from "./openapi-types.js";
import type { RecordContext } from "./record-schemas.js";

/** The input and the answer of a user endpoint. */
export interface DescribedAccount {
  readonly summary: string;
  readonly description: string;
  readonly needsToken: boolean;
  /** The names of parameters in the query. */
  readonly query?: readonly string[];
  readonly body?: {
    readonly properties: Readonly<Record<string, Schema>>;
    /** Default: none. */
    readonly optional?: readonly string[];
    readonly example: object;
  };
  readonly success: Readonly<Record<string, Response>>;
  readonly problems: readonly ProblemCode[];
}

/** Describes an endpoint as the caller of the document may know it. */
export type DescribeAccount = (context: RecordContext) => DescribedAccount;

export const ofForm: readonly ProblemCode[] = [...ofBody, "invalid-fields"];
export const ofLogIn: readonly ProblemCode[] = [
  "invalid-credentials",
  "invalid-token",
  "too-many-requests",
  "too-many-passwords",
  "rate-limits-unavailable",
];

/** The problems of a log-in that may ask for a second factor. */
export function ofFirstFactor({ model }: RecordContext): readonly ProblemCode[] {
  const tokens = model.auth?.tokens;
  const mayAsk = tokens?.kind === "own" && tokens.secondFactor !== false;
  return mayAsk ? [...ofLogIn, "second-factor-required"] : ofLogIn;
}

export const ofLink: readonly ProblemCode[] = [
  "invalid-token",
  "too-many-requests",
  "rate-limits-unavailable",
];
export const ofTokenCaller: readonly ProblemCode[] = [
  "authentication-required",
  "invalid-token",
  "forbidden",
];

export const secretText: Schema = { type: "string", writeOnly: true };
export const timeText: Schema = { type: "string", format: "date-time" };
export const timeTextOrNull: Schema = { type: ["string", "null"], format: "date-time" };

export function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", required: Object.keys(properties), properties };
}

/** A 200 with these members. */
export function jsonAnswer(
  description: string,
  properties: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Response>> {
  return { 200: { description, content: jsonContent(objectOf(properties)) } };
}

/** A 200 with a list. */
export function listAnswer(description: string, item: Schema): Readonly<Record<string, Response>> {
  return jsonAnswer(description, { count: { type: "integer" }, items: { type: "array", items: item } });
}

/** A 204. */
export function doneAnswer(description: string): Readonly<Record<string, Response>> {
  return { 204: { description } };
}

export function newPassword({ model }: RecordContext): Readonly<Record<string, Schema>> {
  return {
    newPassword: {
      ...secretText,
      minLength: usersEntity(model)?.users?.minLength,
      maxLength: MAX_PASSWORD_LENGTH,
    },
    confirmPassword: { ...secretText, description: "The new password once more." },
  };
}

/** A body that proves who the caller is. */
export function proofBody(context: RecordContext): NonNullable<DescribedAccount["body"]> {
  return {
    properties: { password: secretText, code: secretText },
    example: { password: exampleOfUser(context, "password"), code: "123456" },
  };
}

/** An example of a field of users. */
export function exampleOfUser({ model }: RecordContext, name: string): string {
  const users = usersEntity(model);
  const field = users?.fieldsByName.get(name);
  const value = users === undefined || field === undefined ? name : exampleOf(field, users);
  return typeof value === "string" ? value : name;
}

/** The answer to a log-in. */
export function tokensAnswer(context: RecordContext): Readonly<Record<string, Response>> {
  const description = context.model.sessions?.isByCookie
    ? "The caller. The cookie has begun."
    : "The tokens of the caller.";
  const schema = context.components.once("schemas", "Tokens", () => objectOf(tokenMembers(context)));
  return { 200: { description, content: jsonContent(schema) } };
}

export function tokenMembers({ model }: RecordContext): Readonly<Record<string, Schema>> {
  const [key] = usersEntity(model)?.keys ?? [];
  return {
    ...(model.sessions?.isByCookie !== true && {
      token: { type: "string", description: "For `Authorization: Bearer`." },
    }),
    ...(model.sessions?.isByCookie === false && {
      refreshToken: { type: "string", description: "Exchanged once for the next tokens." },
    }),
    ...(key && { id: { ...answerSchema(key), description: "The id of the user." } }),
    firstname: { type: ["string", "null"] },
    lastname: { type: ["string", "null"] },
  };
}
