/** The parts of a column change: either or both. */
export interface ColumnChange {
  readonly type: boolean;
  readonly nullability: boolean;
}
