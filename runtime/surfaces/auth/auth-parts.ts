import type { z } from "zod";
import type { ProblemCode } from "../../errors/codes.js";
import type { Model } from "../../model/model.js";
import { field } from "../../model/schemas/field-schema.js";
import { usersEntity } from "../../model/users-entity.js";
import type { Schema } from "../../model/values/type-schemas.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";

// What the bodies, answers and problems of endpoints of users have in common.

type Schemas = Readonly<Record<string, Schema>>;

export const jsonTypes = {
  text: { type: "string" },
  secret: { type: "string", writeOnly: true },
  time: { type: "string", format: "date-time" },
  timeOrNull: { type: ["string", "null"], format: "date-time" },
} as const satisfies Schemas;

/** A member of a body: how it is read, and its schema in the document. */
export interface BodyMember<S extends z.ZodType = z.ZodType> {
  readonly parse: S;
  readonly schema: Schema | ((model: Pick<Model, "auth" | "entities">) => Schema);
}

export type AuthBody = Readonly<Record<string, BodyMember>>;

function member<S extends z.ZodType>(parse: S, schema: BodyMember["schema"]): BodyMember<S> {
  return { parse, schema };
}

/** Texts have no length limits: a value that is too long is rejected like any other wrong value. */
export const inBody = {
  of: member,
  optional: <S extends z.ZodType>({ parse, schema }: BodyMember<S>) => member(parse.optional(), schema),
  text: member(field.text(), jsonTypes.text),
  secret: member(field.text(), jsonTypes.secret),
  /** What proves that the caller is the user, not one with a stolen token. */
  proof: {
    password: member(field.text(), jsonTypes.secret),
    code: member(field.text().optional(), {
      ...jsonTypes.secret,
      description: "Required while a second factor is active.",
    }),
  },
  newPassword: {
    newPassword: member(field.text(), (model) => ({
      ...jsonTypes.secret,
      minLength: usersEntity(model)?.users?.minLength,
      maxLength: MAX_PASSWORD_LENGTH,
    })),
    confirmPassword: member(field.text(), {
      ...jsonTypes.secret,
      description: "The new password once more.",
    }),
  },
};

export interface AuthAnswer {
  readonly status: 200 | 201 | 202 | 204 | 302;
  /** Default: that of tokens. */
  readonly description?: string;
  readonly members?: Schemas;
  /** The members of each item of a list, which is the answer. */
  readonly items?: Schemas;
  /** Whether the members are those of a log-in, and others after them. */
  readonly hasTokens?: true;
  /** The name of the schema in the document, of an item if there are items. Default: it is written in place. */
  readonly component?: string;
}

export const success = {
  tokens: { status: 200, hasTokens: true, component: "Tokens" },
  done: (description: string): AuthAnswer => ({ status: 204, description }),
  json: (description: string, members: Schemas): AuthAnswer => ({ status: 200, description, members }),
  list: (description: string, items: Schemas): AuthAnswer => ({ status: 200, description, items }),
} as const;

const ofLogIn: readonly ProblemCode[] = [
  "invalid-credentials",
  "invalid-token",
  "too-many-requests",
  "too-many-passwords",
  "rate-limits-unavailable",
];

export const accountProblems = {
  logIn: ofLogIn,
  /** The last one only if there are second factors. */
  firstFactor: [...ofLogIn, "second-factor-required"],
  link: ["invalid-token", "too-many-requests", "rate-limits-unavailable"],
  caller: ["invalid-token", "forbidden"],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;
