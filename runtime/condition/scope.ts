import type { Entity, Field, Relation } from "../model/model.js";
import type { CheckedCondition } from "./checked.js";

/**
 * The members of an entity that conditions, orders and selections may use. Made for one caller, or for server code.
 */
export interface Scope {
  readonly entity: Entity;
  /** The fields that conditions and orders may use. */
  readonly fields: readonly Field[];
  /** The names of the relations that may be used, for suggestions. */
  readonly relationNames: () => readonly string[];
  /** The relation of this name, ignoring case. `undefined` if there is none, or the caller may not use it. */
  readonly relation: (name: string) => ScopedRelation | undefined;
  /** The value of a claim of the caller, such as `id`. `undefined` if the caller has none. */
  readonly claim: (name: string) => unknown;
}

export interface ScopedRelation {
  readonly relation: Relation;
  readonly target: Scope;
  /** The records of the target that the caller may see. `undefined`: all. */
  readonly rows: CheckedCondition | undefined;
}
