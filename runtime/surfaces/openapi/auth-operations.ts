import { MEMBER_ROLE } from "../../access/caller.js";
import { AUTH_PREFIX } from "../../http/endpoint.js";
import { usersEntity } from "../../model/users-entity.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { authEndpointsOf, type AuthEndpointName } from "../auth/auth-endpoints.js";
import { apiKeyOperations } from "./api-key-operations.js";
import {
  doneAnswer,
  exampleOfUser,
  newPassword,
  ofFirstFactor,
  ofForm,
  ofLink,
  ofLogIn,
  secretText,
  tokensAnswer,
  type DescribeAccount,
  type DescribedAccount,
} from "./describe-account.js";
import { jsonContent } from "./json-content.js";
import { messageOperations } from "./message-operations.js";
import type { OperationObject, PathItems, RequestBody, Schema } from "./openapi-types.js";
import { passkeyOperations } from "./passkey-operations.js";
import { problemResponses } from "./problem-responses.js";
import { providerOperations } from "./provider-operations.js";
import type { RecordContext } from "./record-schemas.js";
import { secondFactorOperations } from "./second-factor-operations.js";
import { withoutToken } from "./security.js";
import { sessionOperations } from "./session-operations.js";

/** The input and the answer of each user endpoint. An endpoint without a description does not compile. */
const described: Readonly<Record<AuthEndpointName, DescribeAccount>> = {
  logIn: (context) => ({
    summary: "Log in",
    description: "Answers with a token for the name and the password of a user.",
    needsToken: false,
    body: {
      properties: { username: { type: "string" }, password: secretText },
      example: { username: exampleOfUser(context, "username"), password: exampleOfUser(context, "password") },
    },
    success: tokensAnswer(context),
    problems: [...ofForm, ...ofFirstFactor(context)],
  }),
  logOut: () => ({
    summary: "Log out everywhere",
    description: "Ends all tokens of the caller.",
    needsToken: true,
    success: doneAnswer("The tokens are ended."),
    problems: ["authentication-required", "invalid-token"],
  }),
  changePassword: (context) => ({
    summary: "Change the password",
    description: "Ends all tokens of the caller and answers with a new one.",
    needsToken: true,
    body: {
      properties: {
        password: secretText,
        ...newPassword(context),
      },
      example: {
        password: exampleOfUser(context, "password"),
        newPassword: `${exampleOfUser(context, "password")}9`.slice(-MAX_PASSWORD_LENGTH),
        confirmPassword: `${exampleOfUser(context, "password")}9`.slice(-MAX_PASSWORD_LENGTH),
      },
    },
    success: tokensAnswer(context),
    problems: [...ofForm, "authentication-required", ...ofLogIn],
  }),
  refresh: (context) => ({
    summary: "Refresh the token",
    description: "Each refresh token can be exchanged for new tokens once.",
    needsToken: false,
    body: { properties: { refreshToken: secretText }, example: { refreshToken: "the refresh token" } },
    success: tokensAnswer(context),
    problems: [...ofForm, ...ofLink],
  }),
  ...messageOperations,
  ...providerOperations,
  ...secondFactorOperations,
  ...passkeyOperations,
  ...apiKeyOperations,
  ...sessionOperations,
};

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
}: NonNullable<DescribedAccount["body"]>): RequestBody {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const schema = { type: "object", ...(required.length > 0 && { required }), properties };
  return { required: true, content: jsonContent(schema, body) };
}
