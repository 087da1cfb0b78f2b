/** The answer of `GET /api/schema`: the model as its caller may see it. What the caller may not know is absent. */
export interface ShownModel {
  readonly title: string;
  readonly caller: {
    readonly userId: string | number | null;
    readonly roles: readonly string[];
    readonly isAuthenticated: boolean;
  };
  /** The role of the request's header `View-As`. */
  readonly viewedAs: string | null;
  /** The roles that this caller may view the data as. */
  readonly roles: readonly string[];
  readonly maxTake: number;
  /** The maximum number of records of a list within a record. */
  readonly maxNestedTake: number;
  readonly hasBatch: boolean;
  readonly entities: readonly ShownEntity[];
  readonly operations: readonly ShownOperation[];
}

export interface ShownEntity {
  readonly name: string;
  readonly description?: string;
  readonly may: Readonly<Record<"read" | "create" | "update" | "delete", boolean>>;
  /** Empty if the caller cannot read each of them. */
  readonly keys: readonly string[];
  /** Whether updates and deletes need `If-Match`. */
  readonly requiresPrecondition: boolean;
  readonly isUsers: boolean;
  readonly fields: readonly ShownField[];
  readonly links: readonly ShownLink[];
  readonly relations: readonly ShownRelation[];
}

/** Whether the caller reads a member in all readable records, in some, or in none. */
export type Reads = "all" | "some" | "none";

export interface ShownField {
  readonly name: string;
  readonly type: string;
  /** The type of a list's items. */
  readonly of?: string;
  readonly label?: string;
  readonly description?: string;
  readonly system?: string;
  readonly values?: readonly unknown[];
  readonly zone?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly precision?: number;
  readonly scale?: number;
  readonly default?: unknown;
  readonly isNullable: boolean;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly reads: Reads;
  /** Whether this caller may set it in a new record. */
  readonly isCreatable: boolean;
  /** Whether this caller may change it in some record. */
  readonly isEditable: boolean;
  readonly conditions: "ordered" | "text" | "list" | "null" | "none";
  readonly isSortable: boolean;
  readonly aggregates: "all" | "extremes" | "none";
}

/** A many-to-many list of ids. */
export interface ShownLink {
  readonly name: string;
  readonly label?: string;
  readonly description?: string;
  readonly target: string;
  /** The relation to the records. */
  readonly relation?: string;
  readonly isRequired: boolean;
  readonly reads: Reads;
  readonly isCreatable: boolean;
  readonly isEditable: boolean;
}

export interface ShownRelation {
  readonly name: string;
  readonly isList: boolean;
  readonly target: string;
  readonly sourceFields: readonly string[];
  readonly targetFields: readonly string[];
  /** Whether it goes through a join table. */
  readonly isLink: boolean;
  readonly isInverse: boolean;
  /** Whether there may be no record that the caller sees. Always for a list. */
  readonly isNullable: boolean;
}

export interface ShownOperation {
  readonly name: string;
  readonly description?: string;
  readonly method: "GET" | "POST";
  /** The JSON Schema of a call's input. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The JSON Schema of the answer, if there is one. */
  readonly output?: Readonly<Record<string, unknown>>;
}
