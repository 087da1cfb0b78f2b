import { MEMBER_ROLE } from "../../access/caller.js";
import type { ProblemCode } from "../../errors/codes.js";
import { AUTH_PREFIX } from "../../http/endpoint.js";
import { usersEntity } from "../../model/users-entity.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { authEndpointsOf, type AuthEndpointName } from "../auth/auth-endpoints.js";
import { ofBody } from "../endpoints/endpoint-row.js";
import { exampleOf } from "./example-values.js";
import { answerSchema } from "./field-schemas.js";
import { jsonContent } from "./json-content.js";
import type { OperationObject, PathItems, RequestBody, Response, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import type { RecordContext } from "./record-schemas.js";
import { withoutToken } from "./security.js";

interface Described {
  readonly summary: string;
  readonly description: string;
  readonly needsToken: boolean;
  readonly body?: { readonly properties: Readonly<Record<string, Schema>>; readonly example: object };
  readonly success: Readonly<Record<string, Response>>;
  readonly problems: readonly ProblemCode[];
}

const ofForm: readonly ProblemCode[] = [...ofBody, "invalid-fields"];
const ofLogIn: readonly ProblemCode[] = [
  "invalid-credentials",
  "invalid-token",
  "too-many-requests",
  "too-many-passwords",
  "rate-limits-unavailable",
];

/** The input and the answer of each user endpoint. An endpoint without a description does not compile. */
const described: Readonly<Record<AuthEndpointName, (context: RecordContext) => Described>> = {
  logIn: (context) => ({
    summary: "Log in",
    description: "Answers with a token for the name and the password of a user.",
    needsToken: false,
    body: {
      properties: { username: { type: "string" }, password: secret },
      example: { username: example(context, "username"), password: example(context, "password") },
    },
    success: tokens(context),
    problems: [...ofForm, ...ofLogIn],
  }),
  logOut: () => ({
    summary: "Log out everywhere",
    description: "Ends all tokens of the caller.",
    needsToken: true,
    success: { 204: { description: "The tokens are ended." } },
    problems: ["authentication-required", "invalid-token"],
  }),
  changePassword: (context) => ({
    summary: "Change the password",
    description: "Ends all tokens of the caller and answers with a new one.",
    needsToken: true,
    body: {
      properties: {
        password: secret,
        newPassword: {
          ...secret,
          minLength: usersEntity(context.model)?.users?.minLength,
          maxLength: MAX_PASSWORD_LENGTH,
        },
        confirmPassword: { ...secret, description: "The new password once more." },
      },
      example: {
        password: example(context, "password"),
        newPassword: `${example(context, "password")}9`.slice(-MAX_PASSWORD_LENGTH),
        confirmPassword: `${example(context, "password")}9`.slice(-MAX_PASSWORD_LENGTH),
      },
    },
    success: tokens(context),
    problems: [...ofForm, "authentication-required", ...ofLogIn],
  }),
  refresh: (context) => ({
    summary: "Refresh the token",
    description: "Each refresh token can be exchanged for new tokens once.",
    needsToken: false,
    body: { properties: { refreshToken: secret }, example: { refreshToken: "the refresh token" } },
    success: tokens(context),
    problems: [...ofForm, "invalid-token", "too-many-requests", "rate-limits-unavailable"],
  }),
  listSessions: () => ({
    summary: "List the caller's sessions",
    description: "The sessions of the caller that have not ended, the newest first.",
    needsToken: true,
    success: { 200: { description: "The sessions.", content: jsonContent(sessionList) } },
    problems: ofCaller,
  }),
  endOtherSessions: () => ({
    summary: "End all other sessions",
    description: "Ends all sessions of the caller but that of the request.",
    needsToken: true,
    success: { 204: { description: "The other sessions have ended." } },
    problems: ofCaller,
  }),
  endSession: () => ({
    summary: "End a session",
    description: "Ends one of the caller's sessions with its tokens. `current` is that of the request.",
    needsToken: true,
    success: { 204: { description: "The session has ended." } },
    problems: [...ofCaller, "unknown-record"],
  }),
};

const sessionList: Schema = {
  type: "object",
  required: ["count", "items"],
  properties: {
    count: { type: "integer" },
    items: {
      type: "array",
      items: {
        type: "object",
        required: ["id", "device", "createdAt", "usedAt", "expiresAt", "isCurrent"],
        properties: {
          id: { type: "string" },
          device: { type: ["string", "null"], description: "The `User-Agent` of the log-in." },
          createdAt: { type: ["string", "null"], format: "date-time" },
          usedAt: { type: "string", format: "date-time" },
          expiresAt: { type: "string", format: "date-time" },
          isCurrent: { type: "boolean", description: "Whether it is the session of this request." },
        },
      },
    },
  },
};

const ofCaller: readonly ProblemCode[] = ["authentication-required", "invalid-token"];

const secret: Schema = { type: "string", writeOnly: true };

function example({ model }: RecordContext, name: string): string {
  const users = usersEntity(model);
  const field = users?.fieldsByName.get(name);
  const value = users === undefined || field === undefined ? name : exampleOf(field, users);
  return typeof value === "string" ? value : name;
}

function tokens({ model, components }: RecordContext): Readonly<Record<string, Response>> {
  const users = usersEntity(model);
  const [key] = users?.keys ?? [];
  const isByCookie = model.sessions?.isByCookie;
  const token = { type: "string", description: "For `Authorization: Bearer`." };
  const refreshToken = { type: "string", description: "Exchanged once for the next tokens." };
  const given: Readonly<Record<string, Schema>> = {
    ...(isByCookie !== true && { token }),
    ...(isByCookie === false && { refreshToken }),
  };
  const schema = components.once("schemas", "Tokens", () => ({
    type: "object",
    required: [...Object.keys(given), "id", "firstname", "lastname"],
    properties: {
      ...given,
      id: key && { ...answerSchema(key), description: "The id of the user." },
      firstname: { type: ["string", "null"] },
      lastname: { type: ["string", "null"] },
    },
  }));
  const description = isByCookie ? "The caller. The cookie has begun." : "The tokens of the caller.";
  return { 200: { description, content: jsonContent(schema) } };
}

/** The paths of the user endpoints. Those that need a token are left out for callers without one. */
export function authPaths(context: RecordContext): PathItems {
  const paths: Record<string, PathItems[string]> = {};
  for (const { name, methods, path } of authEndpointsOf(context.model)) {
    const { needsToken, body, success, problems, ...words } = described[name](context);
    if (needsToken && !context.audience.mayHave(MEMBER_ROLE)) continue;
    const operation = {
      operationId: name,
      tags: [usersEntity(context.model)?.name ?? name],
      ...words,
      security: needsToken ? undefined : withoutToken,
      parameters: parametersOf(path),
      requestBody: body && requestBody(body),
      responses: { ...success, ...problemResponses(problems, name, context) },
    };
    const template = `${AUTH_PREFIX}${path.replaceAll(PARAMETER, "{$1}")}`;
    for (const method of methods) paths[template] = { ...paths[template], [method]: operation };
  }
  return paths;
}

/** A parameter in the path of an endpoint. */
const PARAMETER = /:(\w+)/g;

function parametersOf(path: string): OperationObject["parameters"] {
  const names = Array.from(path.matchAll(PARAMETER), ([, name = ""]) => name);
  return names.length === 0
    ? undefined
    : names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}

function requestBody({ properties, example: body }: NonNullable<Described["body"]>): RequestBody {
  const schema = { type: "object", required: Object.keys(properties), properties };
  return { required: true, content: jsonContent(schema, body) };
}
