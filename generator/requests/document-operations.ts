import { API_PREFIX } from "../../runtime/http/endpoint.js";
import type { Entity, Model, Operation as EntityOperation } from "../../runtime/model/model.js";
import { documentPath } from "../../runtime/surfaces/openapi/entity-operations.js";
import {
  httpMethods,
  type HttpMethod,
  type OpenapiDocument,
  type OperationObject,
  type Parameter,
  type ReferenceObject,
} from "../../runtime/surfaces/openapi/openapi-types.js";
import { STREAM_PATH } from "../../runtime/surfaces/openapi/stream-paths.js";
import {
  endpointsOf,
  idParams,
  endpointPath,
  type EndpointName,
} from "../../runtime/surfaces/endpoints/endpoints.js";

export interface EntityEndpoint {
  readonly entity: Entity;
  readonly kind: EntityOperation;
  readonly name: EndpointName;
}

/** An operation of the document with its references resolved. */
export interface DocumentOperation {
  readonly name: string;
  readonly summary: string;
  readonly path: string;
  readonly method: HttpMethod;
  /** The entity of its records, and its operation. `undefined` for log-in and tokens. */
  readonly endpoint: EntityEndpoint | undefined;
  readonly parameters: readonly Parameter[];
  /** The example of its body. */
  readonly body: unknown;
  readonly needsToken: boolean;
}

/** Its answer has no end. */
function isStreamOfChanges({ get }: OpenapiDocument["paths"][string]): boolean {
  return JSON.stringify(get?.responses["200"] ?? {}).includes("text/event-stream");
}

/** Every operation of a document, in its order, apart from streams: their bodies and answers are for programs. */
export function documentOperations(document: OpenapiDocument, model: Model): readonly DocumentOperation[] {
  const endpoints = endpointsByPath(model);
  const paths = Object.entries(document.paths).filter(
    ([path, item]) => path !== STREAM_PATH && !isStreamOfChanges(item),
  );
  return paths.flatMap(([path, item]) =>
    httpMethods.flatMap((method): readonly DocumentOperation[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      return [
        {
          name: operation.operationId,
          summary: operation.summary,
          path,
          method,
          endpoint: endpoints.get(`${method} ${path}`),
          parameters: (operation.parameters ?? []).map((parameter) =>
            resolve<Parameter>(document, parameter),
          ),
          body: operation.requestBody?.content["application/json"]?.example,
          needsToken: needsToken(operation, document),
        },
      ];
    }),
  );
}

/** The endpoints of all entities, by method and path in the form of the document. */
function endpointsByPath({ entities, endpoints: families }: Model): ReadonlyMap<string, EntityEndpoint> {
  return new Map(
    entities.flatMap((entity) =>
      endpointsOf(entity, families).flatMap((endpoint) => {
        const path = documentPath(`${API_PREFIX}/${entity.name}${endpointPath(endpoint, idParams(entity))}`);
        const { operation: kind, name } = endpoint;
        return endpoint.methods.map((method) => [`${method} ${path}`, { entity, kind, name }] as const);
      }),
    ),
  );
}

/** Whether none of its requirements is met without a token. */
function needsToken(operation: OperationObject, document: OpenapiDocument): boolean {
  const security = operation.security ?? document.security;
  return security.length > 0 && security.every((requirement) => Object.keys(requirement).length > 0);
}

function resolve<T extends object>(document: OpenapiDocument, part: T | ReferenceObject): T {
  if (!("$ref" in part)) return part;
  const [, kind = "", name = ""] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(part.$ref) ?? [];
  return document.components[kind]?.[name] as T;
}
