import type { FieldValue } from "./values/field-value.js";
import type { FieldSettings, fieldOptionNames } from "./settings/field-shape.js";
import type { Every } from "./settings/option.js";

/** A field: its options with all defaults, values in canonical form, and what follows from them. */
export interface Field extends Every<Pick<FieldSettings, (typeof fieldOptionNames)[number]>> {
  readonly name: string;
  readonly column: string;
  /**
   * The name that the column may still have before a rename. `undefined` if the configuration names the column itself.
   */
  readonly formerColumn: string | undefined;
  readonly isNullable: boolean;
  /** Whether a create must supply the field. */
  readonly isRequired: boolean;
  /** Whether a create may supply the field. */
  readonly isCreatable: boolean;
  /** Whether an update may change it. Never in a read-only entity. */
  readonly isEditable: boolean;
  /** Whether records include the field. They never include secrets and internal fields. */
  readonly isReadable: boolean;
  /**
   * The roles that may set the field over HTTP, whatever the permissions say. `undefined` for all. Users cannot set
   * it on their own record.
   */
  readonly settableBy: readonly string[] | undefined;
  /**
   * Also set for keys that are texts or bytes, because a record with an empty key would have no path, and for
   * bytes of a fixed length.
   */
  readonly minLength: number | undefined;
  /** The least and the greatest value of a number, in canonical form. */
  readonly minimum: number | string | undefined;
  readonly maximum: number | string | undefined;
  /**
   * For `decimal`: the number of digits, and how many of them come after the point; `Infinity` for any
   * number. For `datetime`, `time` and `duration`: the number of digits after the second.
   */
  readonly precision: number | undefined;
  readonly scale: number | undefined;
  /** The allowed values, if the configuration lists them. */
  readonly values: readonly FieldValue[] | undefined;
  /**
   * Set for fields that the server adds: the key (unless configured), timestamps, the owner, and for users
   * the canonical name, the token version and whether the e-mail address is verified.
   */
  readonly system:
    | "key"
    | "createdat"
    | "updatedat"
    | "ownerid"
    | "usernamekey"
    | "tokenversion"
    | "emailverified"
    | undefined;
}
