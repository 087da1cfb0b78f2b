import { columnOf } from "../database/sql/column-of.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import { inJsonOf, inlinedLists } from "../database/sql/inlined-lists.js";
import { rowLayout, targetLayout, type RowLayout } from "../database/sql/row-layout.js";
import type {
  SelectedFields,
  SelectedLink,
  SelectedList,
  SelectedRecord,
  SelectedReference,
  SelectedTarget,
  Selection,
} from "../database/sql/selection.js";
import { fieldTypes, type FieldValue } from "../model/field-type.js";
import { firstKey } from "../model/fields.js";
import type { Entity, Field } from "../model/model.js";
import {
  labelOf,
  toJson,
  toRecord,
  type ListRows,
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
  readonly owner: Entity;
  /** The values of the key that finds the list of a row. `undefined` if the row has no such record. */
  readonly keyOf: (row: Row) => readonly FieldValue[] | undefined;
}

export function createRecordReader(selection: Selection, dialect: Dialect): RecordReader {
  return readerOf(selection, rowLayout(selection), dialect, inlinedLists(selection, dialect));
}

/** Reads the records of a list. If a further statement reads them, the values of the owner's key come first. */
function createItemReader({ target, relation }: SelectedList, isInlined: boolean, dialect: Dialect) {
  const start = isInlined ? 0 : relation.sourceFields.length;
  return readerOf(target, rowLayout(target, start), dialect, []);
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
  layout: RowLayout,
  dialect: Dialect,
  inlined: readonly number[],
): RecordReader {
  const lists: ReadList[] = [];
  const members = membersOf(record, layout, { dialect, lists, inlined, recordIn: (selection) => selection });
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

/**
 * The members in the requested order. In the usual order, each field is followed by the references whose keys it
 * completes, and the links come last.
 */
function membersOf(record: SelectedRecord, layout: RowLayout, context: Context): readonly Member[] {
  const { fields, references, links, lists, counts, names } = record;
  const guardsOf = guardFinder(record, layout);
  const values = valueMembers(record, layout, context.dialect);
  const counted = counts.map(({ name }, index): ValueMember => ({
    ...valueNamed(name, layout.counts + index),
    guards: [],
    fromColumn: Number,
  }));
  const { recordIn } = context;
  const resolved = references.map((reference, index): Member => {
    const referenceIn = (selection: SelectedRecord) =>
      recordIn(selection).references[index] as SelectedReference;
    const at = layout.references[index] as RowLayout;
    const read = targetReader(reference, at, { ...context, inlined: [], recordIn: referenceIn });
    return referenceMember(reference, read, guardsOf(...reference.memberNames));
  });
  const listed = lists.map((list, index) => {
    const keyOf = keyReader(layout, list.relation.sourceFields, context.dialect);
    const guards = list.relation.isInverse ? [] : guardsOf(...list.relation.memberNames);
    const column = context.inlined.indexOf(index);
    const isInlined = column !== -1;
    const read: ReadPage = {
      kind: "list",
      owner: record.entity,
      keyOf,
      selectedIn: (selection) => recordIn(selection).lists[index] as SelectedList,
      items: createItemReader(list, isInlined, context.dialect),
      inRow: isInlined ? jsonRowsReader(list, layout.end + column, context.dialect) : undefined,
    };
    return listMember(list.name, read, guards, context);
  });
  const linked = links.flatMap((link, index) => {
    const read: ReadLink = {
      kind: "link",
      owner: record.entity,
      keyOf: keyReader(layout, [firstKey(record.entity)], context.dialect),
      selectedIn: (selection) => recordIn(selection).links[index] as SelectedLink,
    };
    return linkMembers(read, link, guardsOf(link.link.name), context);
  });
  if (names !== undefined) {
    const byName = new Map(
      [...values, ...counted, ...resolved, ...listed, ...linked].map((member) => [member.name, member]),
    );
    return names.flatMap((name) => byName.get(name) ?? []);
  }
  const last = references.map(({ keys }) => fields.findLast((field) => keys.includes(field)));
  const usual = fields.flatMap((field, index) => [
    ...values.slice(index, index + 1),
    ...resolved.filter((_, reference) => last[reference] === field),
  ]);
  return [...usual, ...linked];
}

/** Returns a function that gives the indexes of the flags that members have. */
function guardFinder(
  { guards }: SelectedFields,
  { flags }: RowLayout,
): (...names: readonly string[]) => readonly number[] {
  return (...names) =>
    guards.flatMap(({ members }, index) => (names.some((name) => members.has(name)) ? [flags + index] : []));
}

function valueMembers(part: SelectedFields, layout: RowLayout, dialect: Dialect): readonly ValueMember[] {
  const guardsOf = guardFinder(part, layout);
  return part.fields.map((field, index) => {
    const { name, type } = field;
    const { typescript, conditions } = fieldTypes[type];
    return {
      ...valueNamed(name, layout.start + index),
      guards: guardsOf(name),
      fromColumn: columnOf(field, dialect).fromColumn,
      isPlainText: typescript === "string" && conditions === "text",
    };
  });
}

function valueNamed(name: string, index: number) {
  return { kind: "value", name, label: labelOf(name), index, isPlainText: false } as const;
}

function madeNamed(name: string, guards: readonly number[]) {
  return { kind: "made", name, label: labelOf(name), guards } as const;
}

function keyReader(layout: RowLayout, fields: readonly Field[], dialect: Dialect): ReadList["keyOf"] {
  const columns = fields.map((field) => ({
    index: layout.start + layout.fields.indexOf(field),
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

interface TargetReader {
  readonly members: readonly Member[];
  readonly isThere: (row: Row) => boolean;
}

function referenceMember(
  { name }: SelectedReference,
  { isThere, members }: TargetReader,
  guards: readonly number[],
): Member {
  return {
    ...madeNamed(name, guards),
    read: (row, linked) => (isThere(row) ? toRecord(members, row, linked) : null),
    toJson: (row, linked) => (isThere(row) ? toJson(members, row, linked) : "null"),
  };
}

function targetReader(target: SelectedTarget, layout: RowLayout, context: Context): TargetReader {
  const keyIndex = layout.start + layout.fields.indexOf(firstKey(target.entity));
  return { members: membersOf(target, layout, context), isThere: (row) => row[keyIndex] !== null };
}

function listMember(name: string, read: ReadPage, guards: readonly number[], { lists }: Context): Member {
  const at = lists.push(read) - 1;
  const { items } = read;
  return {
    ...madeNamed(name, guards),
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

function itemsOf(row: Row, linked: ListRows | undefined, { keyOf }: ReadList): readonly Row[] {
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
    ...madeNamed(name, guards),
    read: toIds,
    toJson: (...args) => JSON.stringify(toIds(...args)),
  };
  if (target === undefined || resolvedEntityName === undefined) return [ids];
  // The records of a link have no lists of their own.
  const layout = targetLayout(target, LINKED_RECORD);
  const { isThere, members } = targetReader(target, layout, { ...context, lists: [], inlined: [] });
  const visible = (row: Row, linked: LinkedRows) => rowsOf(row, linked).filter(isThere);
  const records: Member = {
    ...madeNamed(resolvedEntityName, guards),
    read: (...args) => visible(...args).map((row) => toRecord(members, row, [])),
    toJson: (...args) =>
      `[${visible(...args)
        .map((row) => toJson(members, row, []))
        .join()}]`,
  };
  return [ids, records];
}
