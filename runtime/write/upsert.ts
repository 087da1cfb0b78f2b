import type { Grant } from "../access/authorize.js";
import type { Entity, Field } from "../model/model.js";
import type { AnyFields } from "./write.js";
import type { ManyOptions } from "./write-options.js";

/** A record to be created, or changed if there is one with the same values in `fields`. */
export interface Upsert {
  readonly entity: Entity;
  readonly each: readonly UpsertInput[];
  /** The fields by which records are the same: the key, or a unique field. */
  readonly fields: readonly Field[];
  /** Whether records that are there are left as they are. */
  readonly ignoresDuplicates: boolean;
  readonly grants: UpsertGrants | undefined;
  readonly options: ManyOptions;
}

/** The caller's rights to create and to update. `undefined` for server code. */
export interface UpsertGrants {
  readonly create: Grant | undefined;
  readonly update: Grant | undefined;
}

export interface UpsertInput {
  readonly create: AnyFields;
  /** What changes in a record that is there. What identifies it is not changed, although it may be there too. */
  readonly update: AnyFields;
}
