import type { Headers } from "../conformance/callers.js";
import type { ProblemCode } from "../../runtime/errors/codes.js";
import type { BareCondition } from "../unit/condition/arbitrary-condition.js";
import type { FuzzCaller } from "./callers.js";

/** A request before it is known which records there are. */
export type Command = ReadCommand | CreateCommand | UpdateCommand | DeleteCommand | HostileCommand;

interface Sent {
  readonly entity: string;
  readonly caller: FuzzCaller;
  /** Whatever else is sent along; it changes nothing. */
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

/** What a write carries and how it is to be answered. */
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
    /** The key of one of the target's records, or of none. */
    | { readonly kind: "reference"; readonly target: string; readonly pick: number };
}

/** A request that nobody should send, whole: it changes nothing. */
export interface HostileCommand {
  readonly kind: "hostile";
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  /** Bytes as Latin-1, where it is no text. */
  readonly body: string | undefined;
  readonly isBinary: boolean;
  /** With what it may be refused. */
  readonly codes: readonly ProblemCode[];
  /** Whether it may turn out to mean something that is allowed. */
  readonly mayPass: boolean;
  /** Where it is refused before anybody looks at it: as which operation on which entity, by whom. */
  readonly authorized:
    | {
        readonly entity: string;
        readonly operation: "read" | "create" | "update" | "delete";
        readonly caller: FuzzCaller;
      }
    | undefined;
}

/** A request as it is sent. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string | Buffer | undefined;
}
