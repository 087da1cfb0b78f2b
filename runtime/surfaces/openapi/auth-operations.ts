import { MEMBER_ROLE } from "../../access/caller.js";
import type { ProblemCode } from "../../errors/codes.js";
import { AUTH_PREFIX } from "../../http/endpoint.js";
import { usersEntity } from "../../model/users-entity.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { authEndpointsOf, type AuthEndpointName } from "../auth/auth-endpoints.js";
import { ofBody } from "../endpoints/endpoint-row.js";
import { apiKeyOperations } from "./api-key-operations.js";
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

const ofForm: readonly ProblemCode[] = [...ofBody, "invalid-fields"];
const ofLogIn: readonly ProblemCode[] = [
  "invalid-credentials",
  "invalid-token",
  "too-many-requests",
  "too-many-passwords",
  "rate-limits-unavailable",
];

const ofLink: readonly ProblemCode[] = ["invalid-token", "too-many-requests", "rate-limits-unavailable"];

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
    problems: [...ofForm, ...ofLogIn, ...(hasSecondFactors(context) ? secondFactorRequired : [])],
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
        ...newPassword(context),
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
    problems: [...ofForm, ...ofLink],
  }),
  forgotPassword: (context) => ({
    summary: "Ask for a link to reset the password",
    description:
      "Give the user name or the e-mail address. The answer does not tell whether there is such a user.",
    needsToken: false,
    body: {
      properties: { username: { type: "string" }, email: { type: "string" } },
      optional: ["username", "email"],
      example: { username: example(context, "username") },
    },
    success: isAccepted,
    problems: [...ofForm, "too-many-requests", "rate-limits-unavailable"],
  }),
  resetPassword: (context) => ({
    summary: "Reset the password",
    description: "Sets a new password for the token of a link. Ends all tokens of the user.",
    needsToken: false,
    body: {
      properties: { token: secret, ...newPassword(context) },
      example: {
        token: "the token of the link",
        newPassword: example(context, "password"),
        confirmPassword: example(context, "password"),
      },
    },
    success: { 204: { description: "The password is changed." } },
    problems: [...ofForm, ...ofLink, "unique-conflict", "too-many-passwords"],
  }),
  verifyEmail: () => ({
    summary: "Verify an e-mail address",
    description: "Takes the token of a link, to verify the address of a user or to change it.",
    needsToken: false,
    body: { properties: { token: secret }, example: { token: "the token of the link" } },
    success: { 204: { description: "The address is verified." } },
    problems: [...ofForm, ...ofLink, "unique-conflict"],
  }),
  sendVerification: () => ({
    summary: "Ask for a link to verify the e-mail address",
    description: "Sends a link to the caller, unless the address is verified.",
    needsToken: true,
    success: isAccepted,
    problems: ["authentication-required", ...ofLink],
  }),
  changeEmail: (context) => ({
    summary: "Ask for a link to change the e-mail address",
    description: "Sends a link to the new address. It becomes that of the caller when the link is used.",
    needsToken: true,
    body: {
      properties: { email: { type: "string" }, password: secret },
      example: { email: "new@example.com", password: example(context, "password") },
    },
    success: isAccepted,
    problems: [...ofForm, "authentication-required", ...ofLogIn],
  }),
  providers: () => ({
    summary: "List the providers",
    description: "The providers that users can log in with.",
    needsToken: false,
    success: listOf("The names of the providers.", { name: { type: "string" } }),
    problems: [],
  }),
  logInWithProvider: () => ({
    summary: "Log in with a provider",
    description:
      "For browsers: leads to the provider, which leads back to the page `returnTo` with a code behind `#code=`, or an error code behind `#error=`.",
    needsToken: false,
    query: ["returnTo"],
    success: redirect("To the provider."),
    problems: ["invalid-query", "unknown-path", "identity-provider-unavailable"],
  }),
  providerCallback: () => ({
    summary: "End a log-in with a provider",
    description: "For providers, which lead browsers here.",
    needsToken: false,
    query: ["code", "state", "iss", "error"],
    success: redirect("To the page that the log-in leads back to."),
    problems: [],
  }),
  providerToken: (context) => ({
    summary: "Exchange the code of a log-in with a provider",
    description: "For the page that a log-in has led back to, once, within a minute.",
    needsToken: false,
    body: { properties: { code: secret }, example: { code: "the code" } },
    success: tokens(context),
    problems: [...ofForm, "invalid-token", "too-many-requests", "rate-limits-unavailable"],
  }),
  linkProvider: () => ({
    summary: "Link an account at a provider",
    description: "Answers with the address that the browser has to open.",
    needsToken: true,
    body: {
      properties: { password: secret, returnTo: { type: "string" } },
      optional: ["returnTo"],
      example: { password: "the password", returnTo: "/settings" },
    },
    success: json("The address.", {
      type: "object",
      required: ["url"],
      properties: { url: { type: "string" } },
    }),
    problems: [
      ...ofForm,
      ...([
        "authentication-required",
        "invalid-query",
        "unknown-path",
        "identity-provider-unavailable",
      ] as const),
      ...ofLogIn,
    ],
  }),
  providerAccounts: () => ({
    summary: "List your accounts at providers",
    description: "Those that the caller can log in with.",
    needsToken: true,
    success: listOf("The accounts.", {
      id: { type: "string" },
      provider: { type: "string" },
      createdAt: { type: "string", format: "date-time" },
    }),
    problems: ["authentication-required", "invalid-token"],
  }),
  unlinkProvider: () => ({
    summary: "Unlink an account at a provider",
    description: "The caller can no longer log in with it.",
    needsToken: true,
    success: { 204: { description: "The account is unlinked." } },
    problems: ["authentication-required", "invalid-token", "unknown-record", "only-log-in"],
  }),
  showSecondFactor: () => ({
    summary: "Show the second factor",
    description: "Whether log-ins of the caller need a second factor, and how many recovery codes are left.",
    needsToken: true,
    success: jsonAnswer("The second factor of the caller.", {
      isActive: { type: "boolean" },
      recoveryCodesLeft: { type: "integer" },
    }),
    problems: ofCaller,
  }),
  beginSecondFactor: (context) => ({
    summary: "Begin a second factor",
    description: "Answers with a secret for an authenticator app. It has no effect until a code confirms it.",
    needsToken: true,
    body: { properties: { password: secret }, example: { password: example(context, "password") } },
    success: jsonAnswer("The secret.", {
      secret: { type: "string", description: "In base32, to type it." },
      uri: { type: "string", description: "The same for a QR code: `otpauth://totp/…`." },
    }),
    problems: [...ofForm, ...ofCaller, ...ofLogIn],
  }),
  confirmSecondFactor: (context) => ({
    summary: "Confirm the second factor",
    description: "Activates it. Ends all tokens of the caller and answers with new ones.",
    needsToken: true,
    body: { properties: { code: secret }, example: { code: "123456" } },
    success: jsonAnswer("The tokens of the caller, and the recovery codes.", {
      ...tokenMembers(context),
      ...recoveryCodes,
    }),
    problems: [...ofForm, ...ofCaller, ...ofLogIn],
  }),
  renewRecoveryCodes: (context) => ({
    summary: "Make new recovery codes",
    description: "Ends the former ones.",
    needsToken: true,
    body: ofProof(context),
    success: jsonAnswer("The recovery codes, which are shown only here.", recoveryCodes),
    problems: [...ofForm, ...ofCaller, ...ofLogIn],
  }),
  removeSecondFactor: (context) => ({
    summary: "Remove the second factor",
    description: "Ends all tokens of the caller and answers with new ones.",
    needsToken: true,
    body: ofProof(context),
    success: tokens(context),
    problems: [...ofForm, ...ofCaller, ...ofLogIn],
  }),
  logInWithCode: (context) => ({
    summary: "Log in with a code",
    description: "Ends a log-in that was answered with `second-factor-required`.",
    needsToken: false,
    body: {
      properties: {
        challenge: { ...secret, description: "From that answer. It ends after five minutes or five tries." },
        code: { ...secret, description: "A code of the authenticator app, or a recovery code." },
      },
      example: { challenge: "the challenge", code: "123456" },
    },
    success: tokens(context),
    problems: [...ofForm, ...ofLogIn],
  }),
  showPasskeyOptions: (context) => ({
    summary: "Begin a passkey",
    description:
      "Answers with the options for `navigator.credentials.create`. `code` is needed while a second factor is active.",
    needsToken: true,
    body: { ...ofProof(context), optional: ["code"] },
    success: jsonAnswer("PublicKeyCredentialCreationOptionsJSON of WebAuthn.", webauthnOptions),
    problems: [...ofForm, ...ofCaller, ...ofLogIn],
  }),
  addPasskey: () => ({
    summary: "Add a passkey",
    description: "Stores what `navigator.credentials.create` has returned.",
    needsToken: true,
    body: {
      properties: { name: { type: "string", maxLength: 100 }, response: webauthnResponse },
      example: { name: "Anna's phone", response: {} },
    },
    success: { 201: { description: "The passkey.", content: jsonContent(objectOf(passkeyMembers)) } },
    problems: [...ofForm, ...ofCaller, "unique-conflict"],
  }),
  listPasskeys: () => ({
    summary: "List the passkeys",
    description: "The passkeys of the caller.",
    needsToken: true,
    success: jsonAnswer("The passkeys, the oldest first.", {
      count: { type: "integer" },
      items: { type: "array", items: objectOf(passkeyMembers) },
    }),
    problems: ofCaller,
  }),
  removePasskey: () => ({
    summary: "Remove a passkey",
    description: "It logs in no more.",
    needsToken: true,
    success: { 204: { description: "The passkey is removed." } },
    problems: [...ofCaller, "unknown-record"],
  }),
  showPasskeyLogInOptions: () => ({
    summary: "Begin a log-in with a passkey",
    description: "Answers with the options for `navigator.credentials.get`.",
    needsToken: false,
    success: jsonAnswer("PublicKeyCredentialRequestOptionsJSON of WebAuthn.", webauthnOptions),
    problems: ["invalid-token"],
  }),
  logInWithPasskey: (context) => ({
    summary: "Log in with a passkey",
    description: "Answers with the tokens for what `navigator.credentials.get` has returned.",
    needsToken: false,
    body: { properties: { response: webauthnResponse }, example: { response: {} } },
    success: tokens(context),
    problems: [...ofForm, ...ofLogIn],
  }),
  ...apiKeyOperations,
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

const isAccepted: Readonly<Record<string, Response>> = {
  202: {
    description: "The message is sent if there is such a user.",
    content: jsonContent({ type: "object" }, {}),
  },
};

function newPassword({ model }: RecordContext): Readonly<Record<string, Schema>> {
  return {
    newPassword: {
      ...secret,
      minLength: usersEntity(model)?.users?.minLength,
      maxLength: MAX_PASSWORD_LENGTH,
    },
    confirmPassword: { ...secret, description: "The new password once more." },
  };
}

function json(description: string, schema: Schema): Readonly<Record<string, Response>> {
  return { 200: { description, content: jsonContent(schema) } };
}

function listOf(description: string, properties: Readonly<Record<string, Schema>>) {
  const items = { type: "object", required: Object.keys(properties), properties };
  return json(description, {
    type: "object",
    required: ["count", "items"],
    properties: { count: { type: "integer" }, items: { type: "array", items } },
  });
}

function redirect(description: string): Readonly<Record<string, Response>> {
  return { 302: { description } };
}

const webauthnOptions: Readonly<Record<string, Schema>> = { challenge: { type: "string" } };
const webauthnResponse: Schema = { type: "object", description: "The `toJSON()` of the credential." };
const passkeyMembers: Readonly<Record<string, Schema>> = {
  id: { type: "string" },
  name: { type: "string" },
  isBackedUp: { type: "boolean", description: "Whether it is also on other devices of the user." },
  createdAt: { type: "string", format: "date-time" },
  usedAt: { type: ["string", "null"], format: "date-time" },
};

const ofCaller: readonly ProblemCode[] = ["authentication-required", "invalid-token", "forbidden"];
const secondFactorRequired: readonly ProblemCode[] = ["second-factor-required"];

function hasSecondFactors({ model }: RecordContext): boolean {
  return authEndpointsOf(model).some(({ name }) => name === "logInWithCode");
}

const secret: Schema = { type: "string", writeOnly: true };

const recoveryCodes: Readonly<Record<string, Schema>> = {
  recoveryCodes: {
    type: "array",
    items: { type: "string" },
    description: "Each works once, in place of a code of the app. They are shown only here.",
  },
};

function jsonAnswer(
  description: string,
  properties: Readonly<Record<string, Schema>>,
): Readonly<Record<string, Response>> {
  return { 200: { description, content: jsonContent(objectOf(properties)) } };
}

function ofProof(context: RecordContext): NonNullable<Described["body"]> {
  return {
    properties: { password: secret, code: secret },
    example: { password: example(context, "password"), code: "123456" },
  };
}

function example({ model }: RecordContext, name: string): string {
  const users = usersEntity(model);
  const field = users?.fieldsByName.get(name);
  const value = users === undefined || field === undefined ? name : exampleOf(field, users);
  return typeof value === "string" ? value : name;
}

function tokens(context: RecordContext): Readonly<Record<string, Response>> {
  const description = context.model.sessions?.isByCookie
    ? "The caller. The cookie has begun."
    : "The tokens of the caller.";
  const schema = context.components.once("schemas", "Tokens", () => objectOf(tokenMembers(context)));
  return { 200: { description, content: jsonContent(schema) } };
}

function tokenMembers({ model }: RecordContext): Readonly<Record<string, Schema>> {
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

function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", required: Object.keys(properties), properties };
}

/** The paths of the user endpoints. Those that need a token are left out for callers without one, and all for a key. */
export function authPaths(context: RecordContext): PathItems {
  const paths: Record<string, PathItems[string]> = {};
  if (context.audience.apiKey !== undefined) return paths;
  for (const { name, methods, path } of authEndpointsOf(context.model)) {
    const { needsToken, query, body, success, problems, ...words } = described[name](context);
    if (needsToken && !context.audience.mayHave(MEMBER_ROLE)) continue;
    const operation = {
      operationId: name,
      tags: [usersEntity(context.model)?.name ?? name],
      ...words,
      security: needsToken ? undefined : withoutToken,
      parameters: parametersOf(path, query),
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

function parametersOf(path: string, query: readonly string[] = []): OperationObject["parameters"] {
  const schema: Schema = { type: "string" };
  const all = [
    ...Array.from(
      path.matchAll(PARAMETER),
      ([, name = ""]) => ({ name, in: "path", required: true, schema }) as const,
    ),
    ...query.map((name) => ({ name, in: "query", schema }) as const),
  ];
  return all.length === 0 ? undefined : all;
}

function requestBody({
  properties,
  optional = [],
  example: body,
}: NonNullable<Described["body"]>): RequestBody {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const schema = { type: "object", ...(required.length > 0 && { required }), properties };
  return { required: true, content: jsonContent(schema, body) };
}
