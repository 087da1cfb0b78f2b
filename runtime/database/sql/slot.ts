import { sql } from "kysely";
import type { CheckedCondition } from "../../condition/checked.js";
import type { Field } from "../../model/model.js";
import type { Aggregation } from "./aggregates/aggregation.js";
import type { Order } from "./order.js";
import type { SelectedLink, SelectedList, Selection } from "./selection.js";
import type { Sql } from "./sql.js";

/** The values for one run of a statement. Sources of one shape share a statement. */
export interface Source {
  readonly where?: CheckedCondition | undefined;
  readonly take?: number;
  readonly skip?: number;
  readonly order?: readonly Order[];
  readonly selection?: Selection;
  readonly aggregation?: Aggregation;
  /** The records to write, each as the parameters of its fields. */
  readonly records?: readonly (readonly unknown[])[];
  /** The list to read, for the records with these keys (as parameters). */
  readonly list?: SelectedList;
  /** The link to read, for the same. */
  readonly selected?: SelectedLink;
  readonly keys?: readonly unknown[];
}

/** Reads a part of a source. The source has the shape that the statement was compiled for. */
export type SlotReader<T> = (source: Source) => T;

/** The number of rows that a page or a list takes, and the number that it skips. */
type LimitName = "take" | "skip";
export type RowLimits = Readonly<Partial<Record<LimitName, number>>>;

/** A placeholder in a statement's text, whose value is read from each source. */
export interface Slot {
  /** The number of the value in the statement. A value may occur in the text several times. */
  readonly index: number;
  readonly read: SlotReader<unknown>;
  /** The field of the value; `undefined` for a limit. */
  readonly field: Field | undefined;
  /** Which limit the value is; `undefined` for another value. */
  readonly limit: LimitName | undefined;
}

/** Adds placeholders to a statement. */
export interface Slots {
  readonly addSlot: (read: SlotReader<unknown>, field?: Field) => Sql;
  readonly addLimits: (read: SlotReader<RowLimits>) => Readonly<Record<LimitName, Sql>>;
}

/** @param written The source whose limits are written into the text, if `isWritten` says so. Default: none. */
export function createSlots(written?: Source): Slots {
  let count = 0;
  const added = (read: SlotReader<unknown>, field?: Field, limit?: LimitName) => {
    const slot: Slot = { index: count++, read, field, limit };
    return sql`${slot}`;
  };
  const addLimit = (limit: LimitName, read: SlotReader<RowLimits>) => {
    const value = written && read(written)[limit];
    return isWritten(limit, value)
      ? sql.lit(value)
      : added((source) => read(source)[limit], undefined, limit);
  };
  return {
    addSlot: added,
    addLimits: (read) => ({ take: addLimit("take", read), skip: addLimit("skip", read) }),
  };
}

/** Whether the limit is written into the text. Few skips occur so often that they need their own text. */
export function isWritten(limit: LimitName | undefined, value: unknown): value is number {
  return limit === "skip" ? value === 0 : limit === "take" && Number.isSafeInteger(value);
}
