import { columnOf } from "../database/sql/column-of.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import {
  fieldsOfRow,
  neededKey,
  type SelectedFields,
  type SelectedLink,
  type SelectedReference,
  type SelectedTarget,
  type Selection,
} from "../database/sql/selection.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import { firstKey } from "../model/fields.js";
import type { Field } from "../model/model.js";
import {
  labelOf,
  toJson,
  toRecord,
  type LinkedRows,
  type Member,
  type ValueMember,
} from "./record-members.js";

/**
 * Converts the rows of a selection to records, or directly to their JSON text. Created once for each shape of
 * selection.
 */
export interface RecordReader {
  readonly toRecord: (row: Row, linked?: LinkedRows) => Record<string, unknown>;
  /** Returns the same text as `JSON.stringify(toRecord(row, linked))`. */
  readonly toJson: (row: Row, linked?: LinkedRows) => string;
}

export function createRecordReader(selection: Selection, dialect: Dialect): RecordReader {
  const members = membersOf(selection, dialect);
  return {
    toRecord: (row, linked = []) => toRecord(members, row, linked),
    toJson: (row, linked = []) => toJson(members, row, linked),
  };
}

/** Reads the key from the rows of a selection with links. */
export function keyReader(selection: Selection, dialect: Dialect): (row: Row) => FieldValue {
  const key = firstKey(selection.entity);
  const index = fieldsOfRow(selection, key).indexOf(key);
  const { fromColumn } = columnOf(key, dialect);
  return (row) => fromColumn(row[index]);
}

/** The fields, each followed by the references whose keys it completes, then the links. */
function membersOf(selection: Selection, dialect: Dialect): readonly Member[] {
  const own = placeOf(selection, neededKey(selection), 0);
  const guardsOf = guardFinder(selection, own);
  const resolved = new Map<Field, Member[]>();
  let start = own.end;
  for (const reference of selection.references) {
    const { keys, entity } = reference;
    const guards = guardsOf(...keys.map(({ name }) => name));
    const member = referenceMember(reference, start, guards, dialect);
    const last = selection.fields.findLast((field) => keys.includes(field)) as Field;
    resolved.set(last, [...(resolved.get(last) ?? []), member]);
    start = placeOf(reference, entity.keys[0], start).end;
  }
  const values = valueMembers(selection, own, dialect);
  return [
    ...selection.fields.flatMap((field, index) =>
      [values[index], ...(resolved.get(field) ?? [])].filter((member) => member !== undefined),
    ),
    ...selection.links.flatMap((selected, index) => {
      const toKey = keyReader(selection, dialect);
      const rowsOf: RowsOf = (row, linked) => linked[index]?.get(toKey(row)) ?? [];
      return linkMembers(selected, rowsOf, guardsOf(selected.link.name), dialect);
    }),
  ];
}

/** The position of a record's values in a row, followed by the flags of its guards. */
interface Place {
  readonly start: number;
  readonly flags: number;
  readonly end: number;
}

function placeOf(part: SelectedFields, key: Field | undefined, start: number): Place {
  const flags = start + fieldsOfRow(part, key).length;
  return { start, flags, end: flags + part.guards.length };
}

/** Returns a function that gives the indexes of the flags that members have. */
function guardFinder(
  { guards }: SelectedFields,
  { flags }: Place,
): (...names: readonly string[]) => readonly number[] {
  return (...names) =>
    guards.flatMap(({ members }, index) => (names.some((name) => members.has(name)) ? [flags + index] : []));
}

function valueMembers(part: SelectedFields, place: Place, dialect: Dialect): readonly ValueMember[] {
  const guardsOf = guardFinder(part, place);
  return part.fields.map((field, index) => {
    const { name, type } = field;
    const { typescript, conditions } = fieldTypes[type];
    return {
      kind: "value",
      name,
      label: labelOf(name),
      guards: guardsOf(name),
      index: place.start + index,
      fromColumn: columnOf(field, dialect).fromColumn,
      isPlainText: typescript === "string" && conditions === "text",
    };
  });
}

function referenceMember(
  reference: SelectedReference,
  start: number,
  guards: readonly number[],
  dialect: Dialect,
): Member {
  const { name } = reference;
  const { isThere, members } = targetReader(reference, start, dialect);
  return {
    kind: "made",
    name,
    label: labelOf(name),
    guards,
    read: (row) => (isThere(row) ? toRecord(members, row, []) : null),
    toJson: (row) => (isThere(row) ? toJson(members, row, []) : "null"),
  };
}

/** Reads a record of another entity, whose values begin at `start` in the row. */
function targetReader(
  target: SelectedTarget,
  start: number,
  dialect: Dialect,
): { readonly isThere: (row: Row) => boolean; readonly members: readonly Member[] } {
  const key = firstKey(target.entity);
  const keyIndex = start + fieldsOfRow(target, key).indexOf(key);
  return {
    isThere: (row) => row[keyIndex] !== null,
    members: valueMembers(target, placeOf(target, key, start), dialect),
  };
}

type RowsOf = (row: Row, linked: LinkedRows) => readonly Row[];

/** A link's row has the source key, then the target's id, then the target record from this index on. */
const LINKED_ID = 1;
const LINKED_RECORD = 2;

/** The list of ids and, if the caller may read them, the list of records. */
function linkMembers(
  { link, target }: SelectedLink,
  rowsOf: RowsOf,
  guards: readonly number[],
  dialect: Dialect,
): readonly Member[] {
  const { name, resolvedEntityName, targetField } = link;
  const { fromColumn } = columnOf(targetField, dialect);
  const toIds = (...args: Parameters<RowsOf>) => rowsOf(...args).map((row) => fromColumn(row[LINKED_ID]));
  const ids: Member = {
    kind: "made",
    name,
    label: labelOf(name),
    guards,
    read: toIds,
    toJson: (...args) => JSON.stringify(toIds(...args)),
  };
  if (target === undefined || resolvedEntityName === undefined) return [ids];
  const { isThere, members } = targetReader(target, LINKED_RECORD, dialect);
  const visible: RowsOf = (...args) => rowsOf(...args).filter(isThere);
  const records: Member = {
    kind: "made",
    name: resolvedEntityName,
    label: labelOf(resolvedEntityName),
    guards,
    read: (...args) => visible(...args).map((row) => toRecord(members, row, [])),
    toJson: (...args) =>
      `[${visible(...args)
        .map((row) => toJson(members, row, []))
        .join()}]`,
  };
  return [ids, records];
}
