import { columnOf } from "../database/sql/column-of.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import { inJsonOf, inlinedLists } from "../database/sql/inlined-lists.js";
import {
  fieldsOfRow,
  neededFields,
  neededOfTarget,
  type SelectedFields,
  type SelectedLink,
  type SelectedList,
  type SelectedRecord,
  type SelectedReference,
  type SelectedTarget,
  type Selection,
} from "../database/sql/selection.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import { firstKey } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import {
  labelOf,
  toJson,
  toRecord,
  type Linked,
  type LinkedRows,
  type ListKey,
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
  /** The lists, in the order of `LinkedRows`. */
  readonly lists: readonly ReadList[];
}

/**
 * A list that one statement reads for all rows of a level, or that the rows already contain. Like its reader, it
 * belongs to a shape and contains no values of a selection: those come from the selection that is being read.
 */
export type ReadList = ReadPage | ReadLink;

interface ReadPage extends OwnedList {
  readonly kind: "list";
  readonly selectedIn: (record: SelectedRecord) => SelectedList;
  readonly items: RecordReader;
  /** Reads the list from the row of its record. `undefined` if a further statement reads it. */
  readonly inRow: ((row: Row) => readonly Row[]) | undefined;
}

interface ReadLink extends OwnedList {
  readonly kind: "link";
  readonly selectedIn: (record: SelectedRecord) => SelectedLink;
}

interface OwnedList {
  /** The entity with the list. */
  readonly owner: Entity;
  /** The values of the key that finds the list of a row. `undefined` if the row has no such record. */
  readonly keyOf: (row: Row) => readonly FieldValue[] | undefined;
}

export function createRecordReader(selection: Selection, dialect: Dialect): RecordReader {
  return readerOf(selection, neededFields(selection), 0, dialect, inlinedLists(selection, dialect));
}

/** Reads the records of a list. If a further statement reads them, the values of the owner's key come first. */
function createItemReader({ target, relation }: SelectedList, isInlined: boolean, dialect: Dialect) {
  return readerOf(target, neededFields(target), isInlined ? 0 : relation.sourceFields.length, dialect, []);
}

/** Reads the rows of a list from their JSON text. The text is null for an empty list. */
function jsonRowsReader(list: SelectedList, column: number, dialect: Dialect): ReadPage["inRow"] {
  const converted = inJsonOf(list, dialect).flatMap((inJson, index) =>
    inJson?.toDriver === undefined ? [] : [{ index, toDriver: inJson.toDriver }],
  );
  return (row) => {
    const text = row[column];
    if (typeof text !== "string") return [];
    const items = JSON.parse(text) as unknown[][];
    for (const { index, toDriver } of converted)
      for (const item of items) if (item[index] !== null) item[index] = toDriver(item[index]);
    return items;
  };
}

function readerOf(
  record: SelectedRecord,
  needed: readonly Field[],
  start: number,
  dialect: Dialect,
  inlined: readonly number[],
): RecordReader {
  const lists: ReadList[] = [];
  const { members } = membersOf(record, needed, start, {
    dialect,
    lists,
    inlined,
    recordIn: (selection) => selection,
  });
  return {
    toRecord: (row, linked = []) => toRecord(members, row, linked),
    toJson: (row, linked = []) => toJson(members, row, linked),
    lists,
  };
}

/** The key by which rows find their list. */
export function listKey(values: readonly FieldValue[]): ListKey {
  const [only] = values;
  if (values.length > 1) return JSON.stringify(values.map(String));
  return typeof only === "string" || typeof only === "number" ? only : JSON.stringify(only);
}

interface Context {
  readonly dialect: Dialect;
  /** Collects the lists of all records of a row. */
  readonly lists: ReadList[];
  /** The indexes of the record's lists that the row contains, after all other values. */
  readonly inlined: readonly number[];
  /** Finds the record in the selection of the row. */
  readonly recordIn: (selection: SelectedRecord) => SelectedRecord;
}

interface Members {
  readonly members: readonly Member[];
  /** The index after the record's values. */
  readonly end: number;
}

/**
 * The members in the requested order. In the usual order, each field is followed by the references whose keys it
 * completes, and the links come last.
 */
function membersOf(
  record: SelectedRecord,
  needed: readonly Field[],
  start: number,
  context: Context,
): Members {
  const { fields, references, links, lists, counts, names } = record;
  const own = placeOf(record, needed, start);
  const guardsOf = guardFinder(record, own);
  const values = valueMembers(record, own, context.dialect);
  const counted = counts.map(({ name }, index): ValueMember => ({
    ...valueNamed(name, own.end + index),
    guards: [],
    fromColumn: Number,
  }));
  let end = own.end + counts.length;
  const { recordIn } = context;
  const resolved = references.map((reference, index): Member => {
    const referenceIn = (selection: SelectedRecord) =>
      recordIn(selection).references[index] as SelectedReference;
    const read = targetReader(reference, end, { ...context, inlined: [], recordIn: referenceIn });
    end = read.end;
    return referenceMember(reference, read, guardsOf(...reference.memberNames));
  });
  const listed = lists.map((list, index) => {
    const keyOf = keyReader(record, needed, start, list.relation.sourceFields, context.dialect);
    const guards = list.relation.isInverse ? [] : guardsOf(...list.relation.memberNames);
    const column = context.inlined.indexOf(index);
    const isInlined = column !== -1;
    const read: ReadPage = {
      kind: "list",
      owner: record.entity,
      keyOf,
      selectedIn: (selection) => recordIn(selection).lists[index] as SelectedList,
      items: createItemReader(list, isInlined, context.dialect),
      inRow: isInlined ? jsonRowsReader(list, end + column, context.dialect) : undefined,
    };
    return listMember(list.name, read, guards, context);
  });
  const linked = links.flatMap((link, index) => {
    const read: ReadLink = {
      kind: "link",
      owner: record.entity,
      keyOf: keyReader(record, needed, start, [firstKey(record.entity)], context.dialect),
      selectedIn: (selection) => recordIn(selection).links[index] as SelectedLink,
    };
    return linkMembers(read, link, guardsOf(link.link.name), context);
  });
  if (names !== undefined) {
    const byName = new Map(
      [...values, ...counted, ...resolved, ...listed, ...linked].map((member) => [member.name, member]),
    );
    return { members: names.flatMap((name) => byName.get(name) ?? []), end };
  }
  const last = references.map(({ keys }) => fields.findLast((field) => keys.includes(field)));
  const usual = fields.flatMap((field, index) => [
    ...values.slice(index, index + 1),
    ...resolved.filter((_, reference) => last[reference] === field),
  ]);
  return { members: [...usual, ...linked], end };
}

/** The position of a record's values in a row, followed by the flags of its guards. */
interface Place {
  readonly start: number;
  readonly flags: number;
  readonly end: number;
}

function placeOf(part: SelectedFields, needed: readonly Field[], start: number): Place {
  const flags = start + fieldsOfRow(part, needed).length;
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
      ...valueNamed(name, place.start + index),
      guards: guardsOf(name),
      fromColumn: columnOf(field, dialect).fromColumn,
      isPlainText: typescript === "string" && conditions === "text",
    };
  });
}

function valueNamed(name: string, index: number) {
  return { kind: "value", name, label: labelOf(name), index, isPlainText: false } as const;
}

/** Reads fields of a record whose values begin at `start`. */
function keyReader(
  record: SelectedRecord,
  needed: readonly Field[],
  start: number,
  fields: readonly Field[],
  dialect: Dialect,
): ReadList["keyOf"] {
  const row = fieldsOfRow(record, needed);
  const columns = fields.map((field) => ({
    index: start + row.indexOf(field),
    fromColumn: columnOf(field, dialect).fromColumn,
  }));
  return (values) => {
    const key: FieldValue[] = [];
    for (const { index, fromColumn } of columns) {
      const value = values[index];
      if (value === null || value === undefined) return undefined;
      key.push(fromColumn(value));
    }
    return key;
  };
}

interface TargetReader extends Members {
  readonly isThere: (row: Row) => boolean;
}

function referenceMember(
  { name }: SelectedReference,
  { isThere, members }: TargetReader,
  guards: readonly number[],
): Member {
  return {
    kind: "made",
    name,
    label: labelOf(name),
    guards,
    read: (row, linked) => (isThere(row) ? toRecord(members, row, linked) : null),
    toJson: (row, linked) => (isThere(row) ? toJson(members, row, linked) : "null"),
  };
}

/** Reads a record of another entity, whose values begin at `start` in the row. */
function targetReader(target: SelectedTarget, start: number, context: Context): TargetReader {
  const needed = neededOfTarget(target);
  const key = firstKey(target.entity);
  const keyIndex = start + fieldsOfRow(target, needed).indexOf(key);
  return { ...membersOf(target, needed, start, context), isThere: (row) => row[keyIndex] !== null };
}

function listMember(name: string, read: ReadPage, guards: readonly number[], { lists }: Context): Member {
  const at = lists.push(read) - 1;
  const { items } = read;
  return {
    kind: "made",
    name,
    label: labelOf(name),
    guards,
    read: (row, linked) =>
      itemsOf(row, linked[at], read).map((item) => items.toRecord(item, linked[at]?.linked)),
    toJson: (row, linked) => {
      let text = "";
      for (const item of itemsOf(row, linked[at], read))
        text += (text === "" ? "[" : ",") + items.toJson(item, linked[at]?.linked);
      return text === "" ? "[]" : `${text}]`;
    },
  };
}

function itemsOf(row: Row, linked: Linked | undefined, { keyOf }: ReadList): readonly Row[] {
  const key = keyOf(row);
  return (key && linked?.rows.get(listKey(key))) ?? [];
}

/** A link's row has the source key, then the target's id, then the target record from this index on. */
const LINKED_ID = 1;
const LINKED_RECORD = 2;

/** The list of ids and, if the caller may read them, the list of records. */
function linkMembers(
  read: ReadLink,
  { link, target }: SelectedLink,
  guards: readonly number[],
  context: Context,
): readonly Member[] {
  const { dialect } = context;
  const at = context.lists.push(read) - 1;
  const { name, resolvedEntityName, targetField } = link;
  const { fromColumn } = columnOf(targetField, dialect);
  const rowsOf = (row: Row, linked: LinkedRows) => itemsOf(row, linked[at], read);
  const toIds = (row: Row, linked: LinkedRows) =>
    rowsOf(row, linked).map((each) => fromColumn(each[LINKED_ID]));
  const ids: Member = {
    kind: "made",
    name,
    label: labelOf(name),
    guards,
    read: toIds,
    toJson: (...args) => JSON.stringify(toIds(...args)),
  };
  if (target === undefined || resolvedEntityName === undefined) return [ids];
  // The records of a link have no lists of their own.
  const { isThere, members } = targetReader(target, LINKED_RECORD, { ...context, lists: [], inlined: [] });
  const visible = (row: Row, linked: LinkedRows) => rowsOf(row, linked).filter(isThere);
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
