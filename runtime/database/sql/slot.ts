import { sql } from "./kysely.js";
import type { CheckedCondition } from "../../condition/checked.js";
import type { Field } from "../../model/model.js";
import type { Aggregation } from "./aggregation.js";
import type { Order } from "./order.js";
import type { SelectedLink, SelectedList, Selection } from "./selection.js";
import type { Sql } from "./sql.js";

/** The values of one run of a statement. Sources of one shape share a statement. */
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
export type Read<T> = (source: Source) => T;

/** A placeholder in a statement's text, whose value is read from each source. */
export class Slot {
  /** The number of the value in the statement. A value may occur in the text several times. */
  readonly index: number;
  readonly read: Read<unknown>;
  /** The field of the value; `undefined` for a number of rows. */
  readonly field: Field | undefined;

  constructor(index: number, read: Read<unknown>, field: Field | undefined) {
    this.index = index;
    this.read = read;
    this.field = field;
  }
}

/** Adds a slot to a statement. */
export type AddSlot = (read: Read<unknown>, field?: Field) => Sql;

export function createSlots(): AddSlot {
  let count = 0;
  return (read, field) => sql`${new Slot(count++, read, field)}`;
}
