import type { Schema } from "../../model/values/type-schemas.js";

export type { Schema };

/** Refers to a part of the document. A type and not an interface, because a schema may be a reference. */
export type ReferenceObject = Readonly<Record<"$ref", string>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: true | undefined;
  readonly description?: string | undefined;
  readonly schema: Schema;
  readonly example?: unknown;
  /** How a list is sent: `true` repeats the parameter for each of its items. */
  readonly explode?: boolean;
}

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: true;
  readonly content: Readonly<Record<string, MediaType>>;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, ReferenceObject>> | undefined;
  readonly content?: Readonly<Record<string, MediaType>> | undefined;
}

/** Alternative requirements. An empty one is met without a token. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[];

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string | undefined;
  readonly security?: Security | undefined;
  readonly parameters?: readonly (Parameter | ReferenceObject)[] | undefined;
  readonly requestBody?: RequestBody | undefined;
  readonly responses: Readonly<Record<string, Response | ReferenceObject>>;
}

export const httpMethods = ["get", "put", "post", "delete", "patch"] as const;
export type HttpMethod = (typeof httpMethods)[number];

export type PathItems = Readonly<Record<string, Readonly<Partial<Record<HttpMethod, OperationObject>>>>>;

export interface OpenapiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string | undefined;
    readonly contact?: object | undefined;
    readonly license?: object | undefined;
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: Security;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: PathItems;
  /** What the server sends, by event. */
  readonly webhooks?: PathItems;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
}
