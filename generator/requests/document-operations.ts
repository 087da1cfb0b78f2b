import { AUTH_PREFIX } from "../../runtime/http/endpoint.js";
import type { Entity } from "../../runtime/model/model.js";
import {
  httpMethods,
  type HttpMethod,
  type OpenapiDocument,
  type Operation,
  type Parameter,
  type Reference,
  type RequestBody,
} from "../../runtime/surfaces/openapi/openapi-types.js";

/** An operation of the document with its references resolved. */
export interface DocumentOperation {
  readonly name: string;
  readonly summary: string;
  readonly path: string;
  readonly method: HttpMethod;
  /** `undefined` for log-in and tokens. */
  readonly entity: Entity | undefined;
  readonly parameters: readonly Parameter[];
  /** The example of its body. */
  readonly body: unknown;
  readonly needsToken: boolean;
  readonly statuses: readonly string[];
}

/** Every operation of a document, in its order. */
export function documentOperations(
  document: OpenapiDocument,
  entities: readonly Entity[],
): readonly DocumentOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    httpMethods.flatMap((method): readonly DocumentOperation[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const body = operation.requestBody && resolve<RequestBody>(document, operation.requestBody);
      const [tag] = operation.tags;
      const isOfEntity = !path.startsWith(`${AUTH_PREFIX}/`);
      return [
        {
          name: operation.operationId,
          summary: operation.summary,
          path,
          method,
          entity: isOfEntity ? entities.find(({ name }) => name === tag) : undefined,
          parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) =>
            resolve<Parameter>(document, parameter),
          ),
          body: body?.content["application/json"]?.example,
          needsToken: needsToken(operation, document),
          statuses: Object.keys(operation.responses),
        },
      ];
    }),
  );
}

/** Whether none of its requirements is met without a token. */
function needsToken(operation: Operation, document: OpenapiDocument): boolean {
  const security = operation.security ?? document.security;
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
}

function resolve<T extends object>(document: OpenapiDocument, part: T | Reference): T {
  if (!("$ref" in part)) return part;
  const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(part.$ref) ?? [];
  return document.components[kind]?.[name] as T;
}
