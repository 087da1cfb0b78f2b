import type { CheckedCondition } from "../condition/check-condition.js";
import type { Entity, Field, Link } from "../model/model.js";

/** What of the records a read gives. Selections of one `shape` share their statements, whatever the values in them. */
export interface Selection extends SelectedFields {
  /** The records that keys point to, one level deep. */
  readonly references: readonly SelectedReference[];
  /** The lists of other records. */
  readonly links: readonly SelectedLink[];
}

export interface SelectedFields {
  /** In the order of records. */
  readonly fields: readonly Field[];
  /** Fields, and links and references by the names of theirs, that only some records give. */
  readonly guards: readonly FieldGuard[];
}

export interface FieldGuard {
  /** Holds for the records that give them. */
  readonly condition: CheckedCondition;
  /** The names of fields and links. */
  readonly members: ReadonlySet<string>;
}

/** A record that is given beside the key that points to it; null where the key is, or the caller may not see that record. */
export interface SelectedReference extends SelectedFields {
  /** The key: a field of the entity that is read. */
  readonly field: Field;
  readonly target: Entity;
  /** The records that the caller may see; undefined for all of them. */
  readonly rows: CheckedCondition | undefined;
}

/** A list of records; only the list of their ids where the caller may not read the entity. */
export interface SelectedLink {
  readonly link: Link;
  readonly target: SelectedTarget | undefined;
}

export interface SelectedTarget extends SelectedFields {
  readonly entity: Entity;
  readonly rows: CheckedCondition | undefined;
}
