import { sql } from "kysely";
import type { Sql } from "./dialect.js";

/** Stands in a statement's text for the argument of this number. */
export class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

export function slot(index: number): Sql {
  return sql`${new Slot(index)}`;
}
