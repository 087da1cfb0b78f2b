import type { Headers } from "../conformance/callers.js";
import type { ProblemCode } from "../../runtime/errors/codes.js";
import type { BareCondition } from "../unit/condition/arbitrary-condition.js";
import type { FuzzCaller } from "./callers.js";

/** A request before the existing records are known. */
export type Command = ReadCommand | CreateCommand | UpdateCommand | DeleteCommand | HostileCommand;

interface Sent {
  readonly entity: string;
  readonly caller: FuzzCaller;
  /** Further headers, which have no effect. */
  readonly headers: Headers;
}

export interface ReadCommand extends Sent {
  readonly kind: "read";
  readonly isPrivate: boolean;
  readonly by:
    | { readonly kind: "id"; readonly pick: number }
    | {
        readonly kind: "page";
        readonly orderBy: string;
        readonly isDescending: boolean;
        readonly skip: number;
        readonly take: number;
        readonly where: BareCondition | undefined;
      };
}

/** The preferences of a write. */
interface Write extends Sent {
  readonly prefersRecord: boolean;
  readonly isStrict: boolean;
}

export interface CreateCommand extends Write {
  readonly kind: "create";
  readonly body: readonly BodyPart[];
}

export interface UpdateCommand extends Write {
  readonly kind: "update";
  readonly method: "PUT" | "PATCH";
  readonly pick: number;
  readonly body: readonly BodyPart[];
}

export interface DeleteCommand extends Write {
  readonly kind: "delete";
  readonly pick: number;
}

/** A member of a body, under a name that may be written in any case. */
export interface BodyPart {
  readonly name: string;
  readonly given:
    | { readonly kind: "valid"; readonly raw: string; readonly value: unknown }
    | { readonly kind: "wrong"; readonly raw: string }
    /** The key of a record of the target, or a missing key. */
    | { readonly kind: "reference"; readonly target: string; readonly pick: number };
}

/** A complete invalid request, which changes nothing. */
export interface HostileCommand {
  readonly kind: "hostile";
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** Binary bodies are in Latin-1. */
  readonly body: string | undefined;
  readonly isBinary: boolean;
  /** The possible error codes. */
  readonly codes: readonly ProblemCode[];
  /** Whether the request may happen to be valid and allowed. */
  readonly mayPass: boolean;
  /** The operation, entity and caller whose permission is checked before the rest of the request. */
  readonly authorized:
    | {
        readonly entity: string;
        readonly operation: "read" | "create" | "update" | "delete";
        readonly caller: FuzzCaller;
      }
    | undefined;
}

/** A request as the client sends it. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | Buffer | undefined;
}
