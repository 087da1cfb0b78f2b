import type { ProblemCode } from "../../errors/codes.js";
import type { Endpoint } from "../../http/endpoint.js";
import type { EndpointFamily } from "../../model/endpoint-families.js";
import type { Entity, Operation } from "../../model/model.js";

/** The properties of an entity that decide which endpoints it has. */
export type EndpointOwner = Pick<Entity, "keys" | "fields" | "users">;

/**
 * How the OpenAPI document describes an endpoint. The names of parameters, bodies and answers are those of
 * `described-entity.ts` and `described-parts.ts` in `surfaces/openapi`. A name that is unknown there does not compile.
 */
export interface EndpointDescription<Parameter = string, Body = string, Answer = string> {
  /** The id of its operation. `*` stands for the name of the entity's type. */
  readonly operationId: string;
  readonly summary: string;
  /** Large documents leave it out. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Default: it takes none. */
  readonly body?: Body;
  /** The successful answers by status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The possible mistakes in the request itself, with those that only some configurations have. */
  readonly problems: readonly ProblemCode[];
  /** Whether it writes many records. Large documents describe such endpoints once for all entities. */
  readonly writesMany?: true;
}

/** An endpoint below an entity. `:id` in its path is the key: one parameter per key field. */
export interface EndpointRow<D = EndpointDescription> extends Endpoint {
  readonly operation: Operation;
  /** Whether an entity has the endpoint. Default: if it has a key, or if the path does not end with `:id`. */
  readonly isFor?: (entity: EndpointOwner) => boolean;
  /** Another operation that the caller must be allowed to do. */
  readonly secondOperation?: Operation;
  /** The family that a configuration selects. Every entity has the endpoints without a family. */
  readonly family?: EndpointFamily;
  readonly description: D;
}

// The problems that several endpoints have.

export const ofRead = ["invalid-order", "invalid-page", "answer-too-large"] as const;
export const ofQuery = ["invalid-query", "invalid-condition", "invalid-select", ...ofRead] as const;
export const ofBody = ["malformed-json", "invalid-body"] as const;
export const ofInput = [...ofBody, "invalid-fields", "invalid-value", "invalid-header"] as const;
export const ofConflict = ["unique-conflict", "foreign-key-conflict", "refused-by-database"] as const;
export const ofChange = [...ofConflict, "precondition-failed", "precondition-required"] as const;
export const ofIdempotency = ["request-running", "idempotency-key-reused"] as const;
