import { oneLine } from "../one-line.js";
import { searchOf, UNIQUE, type PlannedRequest, type RequestPlan } from "./planned-request.js";

/**
 * How an editor's `.http` file stores a value of an answer, and its variable for a unique text. The tools exclude
 * each other here, so there are two files.
 */
export interface HttpTool {
  readonly name: string;
  readonly unique: string;
  /** The lines above all requests that define variables from answers. */
  readonly definitions: (requests: readonly PlannedRequest[]) => readonly string[];
  /** The lines after a request that store values of its answer. */
  readonly keep: (request: PlannedRequest) => readonly string[];
}

/** The extension REST Client of Visual Studio Code: variables refer to the answer of a named request. */
export const restClient: HttpTool = {
  name: "the extension REST Client of Visual Studio Code",
  unique: "{{$guid}}",
  definitions: (requests) =>
    requests.flatMap(({ name, stores }) =>
      Object.entries(stores).map(
        ([variable, member]) => `@${variable} = {{${name}.response.body.$.${member}}}`,
      ),
    ),
  keep: () => [],
};

/** The HTTP Client of JetBrains: a script behind a request sets variables. */
export const jetBrains: HttpTool = {
  name: "the HTTP Client of JetBrains",
  unique: "{{$uuid}}",
  definitions: () => [],
  keep: ({ stores }) => {
    const lines = Object.entries(stores).map(
      ([variable, member]) => `  client.global.set("${variable}", response.body.${member});`,
    );
    return lines.length === 0 ? [] : ["", "> {%", ...lines, "%}"];
  },
};

export function httpFile({ title, variables, requests }: RequestPlan, tool: HttpTool, mark: string): string {
  const head = [
    // With a title of several lines, the comment would end and the next line would be a request.
    `# ${oneLine(title)}: every operation, for ${tool.name}.`,
    `# ${mark}`,
    "",
    ...Object.entries(variables).map(([name, value]) => `@${name} = ${oneLine(value)}`),
    ...tool.definitions(requests),
  ];
  return `${[...head, ...requests.flatMap((request) => ["", ...requestLines(request, tool)])].join("\n")}\n`;
}

function requestLines(request: PlannedRequest, tool: HttpTool): readonly string[] {
  const { name, summary, method, path, headers, body, token, roles } = request;
  const needed = token === undefined || roles.length === 0 ? [] : [`# For the roles: ${roles.join(", ")}.`];
  return [
    `### ${name}: ${summary}`,
    ...needed,
    `# @name ${name}`,
    `${method} {{host}}${path}${searchOf(request)}`,
    ...(token === undefined ? [] : [`Authorization: Bearer {{${token}}}`]),
    ...headers.map((header) => `${header.name}: ${header.value.replace(UNIQUE, tool.unique)}`),
    ...(body === undefined ? [] : ["", body]),
    ...tool.keep(request),
  ];
}
