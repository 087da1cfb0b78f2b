/** What a column change includes: either or both. */
export interface ColumnChange {
  readonly type: boolean;
  readonly nullability: boolean;
}
