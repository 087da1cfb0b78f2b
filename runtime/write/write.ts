import type { Grant } from "../access/authorize.js";
import type { Rights } from "../access/rights.js";
import type { CheckedCondition } from "../condition/checked.js";
import type { OpenTransaction } from "../database/database-session.js";
import type { Returning } from "../database/sql/writes/write-syntax.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity, Field, Link, Operation, Relation } from "../model/model.js";
import type { WriteOptions } from "./write-options.js";

export type WriteKind = Exclude<Operation, "read">;
export type Key = readonly FieldValue[];
export type AnyFields = Readonly<Record<string, unknown>>;

/** A requested write of one record. */
export interface Write {
  readonly kind: WriteKind;
  readonly entity: Entity;
  /** The values of the key, in order; empty for a create, whose statement returns them. */
  readonly key: Key;
  /** The members to set; `null` for a delete. */
  readonly input: AnyFields | null;
  /** The caller's rights; `undefined` for server code, which may do everything. */
  readonly grant: Grant | undefined;
  readonly options: WriteOptions;
  /** A further condition on the record. `undefined` for none. */
  readonly where?: CheckedCondition | undefined;
  /** Values that the record must have. `undefined` for none. */
  readonly identity?: FieldValues | undefined;
  /** Whether a record without the values of `identity` counts as missing. Default: the record was found by them. */
  readonly isPart?: boolean | undefined;
  /** `undefined` for a write that is not part of another. */
  readonly nesting?: Nesting | undefined;
}

/** A write of all records that meet a condition. */
export interface WriteWhere extends Omit<Write, "key"> {
  readonly kind: "update" | "delete";
  readonly where: CheckedCondition;
  readonly maxAffected: number;
  /** Whether only the number of records is needed. */
  readonly isCounted: boolean;
}

/** The number of written records, if their keys are not needed. */
export interface RecordCount {
  readonly count: number;
}

/** The key of the record, and the record if it was requested and the caller may read it. */
export interface WriteResult {
  readonly key: Key;
  readonly record?: AnyFields | undefined;
}

/** Fields and their new values, in the same order. */
export interface FieldValues {
  readonly fields: readonly Field[];
  readonly values: readonly FieldValue[];
}

/** The validated input of a write, in canonical form. */
export interface CheckedInput extends FieldValues {
  readonly links: readonly LinkValues[];
  readonly lists: readonly NestedList[];
}

/** The target ids of a link. */
export interface LinkValues {
  readonly link: Link;
  readonly ids: readonly FieldValue[];
}

/** The changes of one writable list within a write. */
export interface NestedList {
  readonly relation: Relation;
  readonly create: readonly AnyFields[];
  /** Each with its key and its changes. */
  readonly update: readonly AnyFields[];
  readonly delete: readonly unknown[];
  /** The whole list: records with a key stay, those without one are new. `undefined` if the list is not replaced. */
  readonly set: readonly AnyFields[] | undefined;
  /** Whether the list belongs to a new record: then it is an array of new records. */
  readonly isOfNew: boolean;
}

/** The position of a write within an outer write, and the number of records that they write together. */
export interface Nesting {
  /** How many lists lead to it. 0 for a write that is not part of another. */
  readonly depth: number;
  readonly budget: { readonly max: number; written: number };
  /** The outer writes: no list may delete their records. */
  readonly around: readonly Pick<Write, "entity" | "key">[];
  /** Whether the records of a list are written together. If that fails, they are written one by one. */
  readonly isTogether: boolean;
}

/** Stores the answer of a create in the create's own transaction. */
export type KeepAnswer = (
  transaction: OpenTransaction,
  answer: WriteResult | readonly WriteResult[],
) => Promise<void>;

/** Why the steps of a write end early: there is no such record, or it has changed since it was validated. */
export type StopReason = "missing" | "changed";

/** A write with the caller's rights, and what its steps have found so far. Each step gives a new one. */
export interface PlannedWrite extends Write {
  /** What the write returns: as requested, but never a record that the caller may not read. */
  readonly returning: Returning;
  /** The caller's rights to read; `undefined` for none. */
  readonly readable: Rights | undefined;
  /**
   * The records that the caller may see; `undefined` for all. A caller without rights to read may see the
   * records that may be written.
   */
  readonly visible: CheckedCondition | undefined;
  /** The records that the caller may write with this input; `undefined` for all. */
  readonly rule: CheckedCondition | undefined;
  /** The validated input with the fields that the server sets, or the result of a hook. */
  readonly set: CheckedInput;
  /** The record for which the `writeValidator` allowed the write. */
  readonly validated: AnyFields | undefined;
  /** The locked record, as it was before the write. */
  readonly previous: AnyFields | undefined;
  /** The record for the answer. */
  readonly record: AnyFields | undefined;
  /** Why the remaining steps are skipped. */
  readonly stop: StopReason | undefined;
}
