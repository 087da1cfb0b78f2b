import { sql } from "kysely";
import type { Field } from "../model/model.js";
import type { Sql } from "./dialect.js";

/** Stands in a statement's text for the argument of this number. */
export class Slot {
  readonly index: number;
  /** Whose value stands here; undefined for a number of rows. */
  readonly field: Field | undefined;

  constructor(index: number, field: Field | undefined) {
    this.index = index;
    this.field = field;
  }
}

export function slot(index: number, field?: Field): Sql {
  return sql`${new Slot(index, field)}`;
}
