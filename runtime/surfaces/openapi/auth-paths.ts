import { MEMBER_ROLE } from "../../access/caller.js";
import { AUTH_PREFIX } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";
import { usersEntity } from "../../model/users-entity.js";
import type { MayCall } from "../auth/auth-context.js";
import type { AuthEndpoint } from "../auth/auth-endpoint.js";
import { authEndpointsOf } from "../auth/auth-endpoints.js";
import type { AuthAnswer } from "../auth/auth-parts.js";
import { ofBody } from "../endpoints/endpoint-row.js";
import { exampleOf } from "./example-values.js";
import { answerSchema } from "./field-schemas.js";
import { jsonContent, wholeObject } from "./object-schema.js";
import type { OperationObject, PathItems, RequestBody, Response, Schema } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import type { RecordContext } from "./record-schemas.js";
import { withoutToken } from "./security.js";

/** The paths of the user endpoints. Those that need a token are left out for callers without one, and all for a key. */
export function authPaths(context: RecordContext): PathItems {
  const { audience, model } = context;
  const paths: Record<string, PathItems[string]> = {};
  if (audience.apiKey !== undefined) return paths;
  const isOpen: readonly MayCall[] = ["anyone", "logging-in"];
  for (const endpoint of authEndpointsOf(model)) {
    const { name, methods, path, summary, description, mayCall, body, success } = endpoint;
    const needsToken = !isOpen.includes(mayCall);
    if (needsToken && !audience.mayHave(MEMBER_ROLE)) continue;
    const operation: OperationObject = {
      operationId: name,
      tags: [usersEntity(model)?.name ?? name],
      summary,
      description,
      security: needsToken ? undefined : withoutToken,
      parameters: parametersOf(endpoint),
      requestBody: body && requestBody(body, endpoint, model),
      responses: {
        [success.status]: responseOf(success, context),
        ...problemResponses(
          [
            ...(body === undefined ? [] : ([...ofBody, "invalid-fields"] as const)),
            ...(needsToken ? (["authentication-required"] as const) : []),
            ...problemsOf(endpoint, model),
          ],
          name,
          context,
        ),
      },
    };
    const template = `${AUTH_PREFIX}${path.replaceAll(PARAMETER, "{$1}")}`;
    for (const method of methods) paths[template] = { ...paths[template], [method]: operation };
  }
  return paths;
}

/** A log-in asks for a second factor only if the server has them. */
function problemsOf({ problems = [] }: AuthEndpoint, { auth }: Model) {
  const hasFactors = auth?.tokens?.kind === "own" && auth.tokens.secondFactor !== false;
  return problems.filter((code) => hasFactors || code !== "second-factor-required");
}

const PARAMETER = /:(\w+)/g;

function parametersOf({ path, query = [] }: AuthEndpoint): OperationObject["parameters"] {
  const schema: Schema = { type: "string" };
  const inPath = Array.from(path.matchAll(PARAMETER), ([, name = ""]) => name);
  const all = [
    ...inPath.map((name) => ({ name, in: "path", required: true, schema }) as const),
    ...query.map((name) => ({ name, in: "query", schema }) as const),
  ];
  return all.length === 0 ? undefined : all;
}

function requestBody(
  body: NonNullable<AuthEndpoint["body"]>,
  { example }: AuthEndpoint,
  model: Model,
): RequestBody {
  const members = Object.entries(body);
  const required = members.flatMap(([name, { parse }]) => (parse.safeParse(undefined).success ? [] : [name]));
  const properties = Object.fromEntries(
    members.map(([name, { schema }]) => [name, typeof schema === "function" ? schema(model) : schema]),
  );
  const schema = { type: "object", ...(required.length > 0 && { required }), properties };
  return {
    required: true,
    content: jsonContent(
      schema,
      example?.((name) => exampleOfUser(name, model)),
    ),
  };
}

function exampleOfUser(name: string, model: Model): string {
  const users = usersEntity(model);
  const field = users?.fieldsByName.get(name);
  const value = users === undefined || field === undefined ? name : exampleOf(field, users);
  return typeof value === "string" ? value : name;
}

function responseOf({ description, ...answer }: AuthAnswer, context: RecordContext): Response {
  const ofTokens = context.model.sessions?.isByCookie
    ? "The caller. The cookie has begun."
    : "The tokens of the caller.";
  return { description: description ?? ofTokens, content: contentOf(answer, context) };
}

function contentOf(
  { status, members, items, hasTokens, component }: AuthAnswer,
  context: RecordContext,
): Response["content"] {
  if (status === 202) return jsonContent({ type: "object" }, {});
  if (status === 204 || status === 302) return undefined;
  const make = () => wholeObject({ ...(hasTokens && tokenMembers(context)), ...members, ...items });
  const schema = component === undefined ? make() : context.components.once("schemas", component, make);
  if (items === undefined) return jsonContent(schema);
  return jsonContent(wholeObject({ count: { type: "integer" }, items: { type: "array", items: schema } }));
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
