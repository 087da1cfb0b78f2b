/** The type of an existing column: its name in lower case, and its size. */
export interface StoredType {
  readonly type: string;
  readonly length?: number | undefined;
  /** Whether it is a domain of an enum. Read from PostgreSQL only. */
  readonly isEnumDomain?: true;
}
