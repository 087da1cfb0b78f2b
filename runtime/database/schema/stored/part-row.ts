/** A row of a catalog about a part of a table: a column, an index, a constraint or a trigger. */
export interface PartRow {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}
