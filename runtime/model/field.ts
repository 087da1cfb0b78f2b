import type { FieldTypeName, FieldValue, Zone } from "./field-type.js";
import type { ListItemType } from "./list.js";

export interface Field {
  readonly name: string;
  readonly column: string;
  /** The name that the column may still have from before a rename. `undefined` if the configuration names the column itself. */
  readonly formerColumn: string | undefined;
  readonly type: FieldTypeName;
  readonly isNullable: boolean;
  /** Whether a create must supply it. */
  readonly isRequired: boolean;
  /** What fills its column if a create leaves it out. `undefined` if nothing does. */
  readonly filledBy: "default" | "trigger" | undefined;
  /** Whether a create may supply it. */
  readonly isCreatable: boolean;
  /** Whether an update may change it. */
  readonly isEditable: boolean;
  /** Whether records include it. Secrets and internal fields are not included. */
  readonly isReadable: boolean;
  /**
   * The roles that may set it over HTTP, whatever the permissions say. `undefined` for all. Users cannot set
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
  /**
   * For texts in Unicode code points, as most databases count characters; for `bytes` in bytes.
   */
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
  /** The form in which the database stores it, if it is not the type's usual one. */
  readonly storedAs: string | undefined;
  /** For `list`: the type of its items, and how many there may be. The limits above are those of an item. */
  readonly of: ListItemType | undefined;
  readonly maxItems: number | undefined;
  /** The allowed values, if they are listed. */
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
