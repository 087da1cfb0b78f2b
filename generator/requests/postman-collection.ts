import {
  encodedText,
  searchOf,
  UNIQUE,
  type PlannedRequest,
  type RequestPart,
  type RequestPlan,
} from "./planned-request.js";

/** The format that Postman, Bruno, Insomnia and others import. */
const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The Postman collection of a plan, format 2.1. */
export function postmanCollection({ title, variables, requests }: RequestPlan, mark: string): string {
  const groups = [...new Set(requests.map(({ group }) => group))];
  const kept = requests.flatMap(({ stores }) => Object.keys(stores)).map((name) => [name, ""] as const);
  const collection = {
    info: { name: title, description: mark, schema: SCHEMA },
    item: groups.map((name) => ({
      name,
      item: requests.filter(({ group }) => group === name).map(itemOf),
    })),
    variable: [...Object.entries(variables), ...new Map(kept)].map(([key, value]) => ({ key, value })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function itemOf(request: PlannedRequest) {
  const { name, summary, method, path, query, headers, body, token, stores, roles } = request;
  const members = Object.entries(stores);
  return {
    name,
    ...(members.length > 0 && {
      event: [
        {
          listen: "test",
          script: {
            type: "text/javascript",
            exec: [
              "const answer = pm.response.json();",
              ...members.map(([key, member]) => `pm.collectionVariables.set("${key}", answer.${member});`),
            ],
          },
        },
      ],
    }),
    request: {
      method,
      description: [summary, ...(roles.length === 0 ? [] : [`For the roles: ${roles.join(", ")}`])].join(
        ". ",
      ),
      auth: token === undefined ? { type: "noauth" } : { type: "bearer", bearer: [bearer(token)] },
      header: headers.map(parameterOf),
      url: {
        raw: `{{host}}${path}${searchOf(request)}`,
        host: ["{{host}}"],
        path: path.slice(1).split("/"),
        ...(query.length > 0 && {
          query: query.map((part) => parameterOf({ ...part, value: encodedText(part.value) })),
        }),
      },
      ...(body !== undefined && { body: { mode: "raw", raw: body, options: { raw: { language: "json" } } } }),
    },
    response: [],
  };
}

function bearer(token: string) {
  return { key: "token", value: `{{${token}}}`, type: "string" };
}

function parameterOf({ name, value, isSent }: RequestPart) {
  return { key: name, value: value.replace(UNIQUE, "{{$guid}}"), ...(!isSent && { disabled: true }) };
}
