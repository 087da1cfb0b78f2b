import type { z } from "zod";
import type { ProblemCode } from "../../errors/codes.js";
import type { Model } from "../../model/model.js";
import { field } from "../../model/schemas/field-schema.js";
import { usersEntity } from "../../model/users-entity.js";
import type { Schema } from "../../model/values/type-schemas.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";

// What the bodies, answers and problems of endpoints of users have in common.

/** A member of a body: how it is read, and its schema in the document. */
export interface BodyMember<S extends z.ZodType = z.ZodType> {
  readonly parse: S;
  readonly schema: Schema | ((model: Pick<Model, "auth" | "entities">) => Schema);
}

export type AuthBody = Readonly<Record<string, BodyMember>>;

export function bodyMember<S extends z.ZodType>(parse: S, schema: BodyMember["schema"]): BodyMember<S> {
  return { parse, schema };
}

export function optionalMember<S extends z.ZodType>({ parse, schema }: BodyMember<S>) {
  return bodyMember(parse.optional(), schema);
}

export const plainText: Schema = { type: "string" };
export const secretText: Schema = { ...plainText, writeOnly: true };
export const timeText: Schema = { ...plainText, format: "date-time" };
export const timeTextOrNull: Schema = { type: ["string", "null"], format: "date-time" };

/** Without length limits: a value that is too long is rejected like any other wrong value. */
export const textMember = bodyMember(field.text(), plainText);
export const secretMember = bodyMember(field.text(), secretText);

export const newPasswordMembers = {
  newPassword: bodyMember(field.text(), (model) => ({
    ...secretText,
    minLength: usersEntity(model)?.users?.minLength,
    maxLength: MAX_PASSWORD_LENGTH,
  })),
  confirmPassword: bodyMember(field.text(), { ...secretText, description: "The new password once more." }),
};

/** A successful answer. */
export interface AuthAnswer {
  readonly status: 200 | 201 | 202 | 204 | 302;
  /** Default: that of tokens. */
  readonly description?: string;
  readonly members?: Readonly<Record<string, Schema>>;
  /** The members of each item of a list, which is the answer. */
  readonly items?: Readonly<Record<string, Schema>>;
  /** Whether the members are those of a log-in, and others after them. */
  readonly hasTokens?: true;
  /** The name of the schema in the document, of an item if there are items. Default: it is written in place. */
  readonly component?: string;
}

export const tokensAnswer: AuthAnswer = { status: 200, hasTokens: true, component: "Tokens" };

export function doneAnswer(description: string): AuthAnswer {
  return { status: 204, description };
}

export const ofLogIn: readonly ProblemCode[] = [
  "invalid-credentials",
  "invalid-token",
  "too-many-requests",
  "too-many-passwords",
  "rate-limits-unavailable",
];
/** The last one only if there are second factors. */
export const ofFirstFactor: readonly ProblemCode[] = [...ofLogIn, "second-factor-required"];
export const ofLink: readonly ProblemCode[] = [
  "invalid-token",
  "too-many-requests",
  "rate-limits-unavailable",
];
export const ofTokenCaller: readonly ProblemCode[] = ["invalid-token", "forbidden"];
