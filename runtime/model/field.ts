import type { FieldTypeName, FieldValue, Zone } from "./field-type.js";
import type { ListItemType } from "./values/list.js";

export interface Field {
  readonly name: string;
  readonly column: string;
  /**
   * The name that the column may still have before a rename. `undefined` if the configuration names the column
   * itself.
   */
  readonly formerColumn: string | undefined;
  readonly type: FieldTypeName;
  readonly isNullable: boolean;
  /** Whether a create must supply the field. */
  readonly isRequired: boolean;
  /** What fills the column if a create leaves it out. `undefined`: nothing. */
  readonly filledBy: "default" | "trigger" | undefined;
  /** Whether a create may supply the field. */
  readonly isCreatable: boolean;
  /** Whether an update may change it. */
  readonly isEditable: boolean;
  /** Whether records include the field. They never include secrets and internal fields. */
  readonly isReadable: boolean;
  /**
   * The roles that may set the field over HTTP, whatever the permissions say. `undefined` for all. Users cannot set
   * it on their own record.
   */
  readonly settableBy: readonly string[] | undefined;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /**
   * Also set for keys that are texts or bytes, because a record with an empty key would have no path, and for
   * bytes of a fixed length.
   */
  readonly minLength: number | undefined;
  /** Texts count Unicode code points, as most databases do; `bytes` count bytes. */
  readonly maxLength: number | undefined;
  /** The least and the greatest value of a number, in canonical form. */
  readonly minimum: number | string | undefined;
  readonly maximum: number | string | undefined;
  /**
   * For `decimal`: the number of digits, and how many of them come after the point; `Infinity` for any
   * number. For `datetime`, `time` and `duration`: the number of digits after the second.
   */
  readonly precision: number | undefined;
  readonly scale: number | undefined;
  /** For `datetime` and `time`: the time zone of its values. `undefined` for the usual one. */
  readonly zone: Zone | undefined;
  /** The stored form of the values, if it is not the usual one of the type. */
  readonly storedAs: string | undefined;
  /** For `list`: the type of its items, and how many there may be. The limits above are those of an item. */
  readonly of: ListItemType | undefined;
  readonly maxItems: number | undefined;
  /** The allowed values, if the configuration lists them. */
  readonly values: readonly FieldValue[] | undefined;
  readonly default: FieldValue | undefined;
  readonly description: string | undefined;
  /** Its previous name, for generated code. */
  readonly renamedFrom: string | undefined;
  /**
   * Set for fields that the server adds: the key (unless configured), timestamps, the owner, and for users
   * the canonical name and the token version.
   */
  readonly system: "key" | "createdat" | "updatedat" | "ownerid" | "usernamekey" | "tokenversion" | undefined;
}
