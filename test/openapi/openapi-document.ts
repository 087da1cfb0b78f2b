/** Any object of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI document as JSON. The product's own types are not used to read it. */
export type OpenapiJson = Json & { readonly openapi: string; readonly paths: Readonly<Record<string, Json>> };

/** A node of a document, with its JSON pointer. References have been followed. */
export interface Located<T = Json> {
  readonly node: T;
  readonly pointer: string;
}

export interface Parameter extends Located {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly isRequired: boolean;
  readonly schema: Located;
  readonly examples: readonly unknown[];
}

/** One media type of a body. */
export interface Media {
  readonly type: string;
  /** `undefined` if any value is allowed. */
  readonly schema: Located | undefined;
  readonly examples: readonly unknown[];
}

export interface ResponseHeader {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Located | undefined;
}

export interface ListedResponse extends Located {
  readonly headers: readonly ResponseHeader[];
  readonly media: readonly Media[];
}

/** An operation of a document with everything that it refers to. */
export interface Operation extends Located {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly isRequired: boolean; readonly media: readonly Media[] } | undefined;
  /** By status, or `default`. */
  readonly responses: ReadonlyMap<string, ListedResponse>;
  /** The names of the schemes of each alternative. An empty list means no token. */
  readonly security: readonly (readonly string[])[];
}

/** In the order of the requests: a PUT changes the record that a POST has created. */
const METHODS = ["get", "post", "put", "patch", "delete", "options", "head", "trace"];

/** All operations of a document. */
export function operationsOf(document: OpenapiJson): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const pointer = `/paths/${escaped(path)}`;
    const shared = listAt(document, item, "parameters", pointer);
    return METHODS.filter((method) => item[method] !== undefined).map((method) =>
      operationAt(document, { node: item[method] as Json, pointer: `${pointer}/${method}` }, shared, {
        path,
        method,
      }),
    );
  });
}

function operationAt(
  document: OpenapiJson,
  { node, pointer }: Located,
  shared: readonly Located[],
  { path, method }: { readonly path: string; readonly method: string },
): Operation {
  const own = listAt(document, node, "parameters", pointer);
  const isOwn = ({ node: { name, in: place } }: Located) =>
    own.some((other) => other.node["name"] === name && other.node["in"] === place);
  const body = memberAt(document, node, "requestBody", pointer);
  const security = (node["security"] ?? document["security"] ?? []) as readonly Json[];
  return {
    node,
    pointer,
    path,
    method,
    id: String(node["operationId"]),
    parameters: [...shared.filter((parameter) => !isOwn(parameter)), ...own].map((found) =>
      parameterAt(document, found),
    ),
    body:
      body === undefined
        ? undefined
        : { isRequired: body.node["required"] === true, media: mediaOf(document, body) },
    responses: new Map(
      membersAt(document, node, "responses", pointer).map(([status, response]) => [
        status,
        {
          ...response,
          headers: membersAt(document, response.node, "headers", response.pointer).map(([name, header]) => ({
            name: name.toLowerCase(),
            isRequired: header.node["required"] === true,
            schema: memberAt(document, header.node, "schema", header.pointer),
          })),
          media: mediaOf(document, response),
        },
      ]),
    ),
    security: security.map((alternative) => Object.keys(alternative)),
  };
}

function parameterAt(document: OpenapiJson, { node, pointer }: Located): Parameter {
  const schema = memberAt(document, node, "schema", pointer);
  if (schema === undefined) throw new Error(`${pointer} has no schema.`);
  return {
    node,
    pointer,
    name: String(node["name"]),
    in: node["in"] as Parameter["in"],
    isRequired: node["required"] === true,
    schema,
    examples: [...examplesOf(document, node), ...((schema.node["examples"] ?? []) as readonly unknown[])],
  };
}

function mediaOf(document: OpenapiJson, { node, pointer }: Located): readonly Media[] {
  return membersAt(document, node, "content", pointer).map(([type, media]) => {
    const schema = memberAt(document, media.node, "schema", media.pointer);
    const ofSchema = (schema?.node["examples"] ?? []) as readonly unknown[];
    return { type, schema, examples: [...examplesOf(document, media.node), ...ofSchema] };
  });
}

/** The examples of a parameter, a header or a media type. */
export function examplesOf(document: OpenapiJson, node: Json): readonly unknown[] {
  const one = "example" in node ? [node["example"]] : [];
  const named = membersAt(document, node, "examples", "").map(([, example]) => example.node["value"]);
  return [...one, ...named];
}

/** Follows references to a node without one. In schemas, a `$ref` with further members is kept. */
export function followed(document: OpenapiJson, located: Located): Located {
  let { node, pointer } = located;
  const seen = new Set<string>();
  while (typeof node["$ref"] === "string" && Object.keys(node).every(isReferenceMember)) {
    pointer = node["$ref"].replace(/^#/, "");
    if (seen.has(pointer)) throw new Error(`${pointer} refers to itself.`);
    seen.add(pointer);
    node = nodeAt(document, pointer);
  }
  return { node, pointer };
}

/** A `$ref` with other members is a schema of its own. */
function isReferenceMember(name: string): boolean {
  return ["$ref", "description", "summary"].includes(name);
}

/** @throws {Error} If there is no such node. */
export function nodeAt(document: OpenapiJson, pointer: string): Json {
  let node: unknown = document;
  for (const part of pointer.split("/").slice(1)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    node = (node as Json | undefined)?.[name];
  }
  if (node === undefined) throw new Error(`The document has nothing at ${pointer}.`);
  // A boolean is a valid schema.
  return typeof node === "boolean" ? (node ? {} : { not: {} }) : (node as Json);
}

function memberAt(document: OpenapiJson, node: Json, name: string, pointer: string): Located | undefined {
  if (node[name] === undefined) return undefined;
  return followed(document, { node: node[name] as Json, pointer: `${pointer}/${escaped(name)}` });
}

function membersAt(
  document: OpenapiJson,
  node: Json,
  name: string,
  pointer: string,
): readonly (readonly [string, Located])[] {
  const members = node[name];
  if (typeof members !== "object" || members === null || Array.isArray(members)) return [];
  return Object.entries(members as Readonly<Record<string, Json>>).map(([key, member]) => [
    key,
    followed(document, { node: member, pointer: `${pointer}/${name}/${escaped(key)}` }),
  ]);
}

function listAt(document: OpenapiJson, node: Json, name: string, pointer: string): readonly Located[] {
  return ((node[name] ?? []) as readonly Json[]).map((item, index) =>
    followed(document, { node: item, pointer: `${pointer}/${name}/${index}` }),
  );
}

export function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
