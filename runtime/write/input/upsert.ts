import type { Grant } from "../../access/authorize.js";
import type { Entity, Field } from "../../model/model.js";
import type { AnyFields } from "../write.js";
import type { ManyOptions } from "../write-options.js";

/** A record to create, or to change if one with the same values in `fields` exists. */
export interface Upsert {
  readonly entity: Entity;
  readonly each: readonly UpsertInput[];
  /** The fields that identify records: the key, or a unique field. */
  readonly fields: readonly Field[];
  /** Whether existing records are left unchanged. */
  readonly ignoresDuplicates: boolean;
  /** Whether the records come from an array. Then errors name the index of the record. */
  readonly isList: boolean;
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
  /** The changes of an existing record. The fields that identify it do not change, even if they are given. */
  readonly update: AnyFields;
}
