import type { CheckedCondition } from "../condition/check-condition.js";
import { conditionArguments } from "../database/condition-sql.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect, Row } from "../database/dialect.js";
import { ownFields, selectionArguments, type Selection } from "../database/selection.js";
import { ShapeCache } from "../database/shape-cache.js";
import type { EntityStatements } from "../database/statements.js";
import type { Entity } from "../model/model.js";
import { Page } from "./page.js";
import type { Query } from "./query.js";
import { readLinks } from "./read-links.js";
import type { LinkedRows } from "./record-members.js";
import { createRecordReader, type RecordReader } from "./record-reader.js";

/** Which records, in which order, and which of them. */
type PageQuery = Omit<Query, "kind">;

/** The rows of a page, and how many match in all. */
interface CountedRows {
  readonly rows: readonly Row[];
  readonly count: number;
}

const notLinked: LinkedRows = [];

/** The reads of one entity in one session. */
export class EntityReads {
  readonly #entity: Entity;
  readonly #session: DatabaseSession;
  readonly #statements: EntityStatements;

  constructor(entity: Entity, session: DatabaseSession) {
    this.#entity = entity;
    this.#session = session;
    this.#statements = session.statements(entity);
  }

  /** A page of the records that match `where` alone, and how many match in all. @throws {DatabaseError} */
  async find<R>(query: Query, where: CheckedCondition | undefined, selection: Selection): Promise<Page<R>> {
    const asked = { ...query, where };
    const { countedPage } = this.#session.dialect;
    const { rows, count } =
      query.take === 0 || countedPage === undefined
        ? await this.#pageAndCount(asked, selection)
        : await this.#countedPage(asked, selection, countedPage);
    return new Page<R>(count, rows, await this.#linked(rows, selection), this.#readerOf(selection));
  }

  /** The record that matches; undefined if there is none. @throws {DatabaseError} */
  async first(where: CheckedCondition, selection: Selection): Promise<Record<string, unknown> | undefined> {
    const { dialect } = this.#session;
    const args = [...conditionArguments(where, dialect), ...selectionArguments(selection, dialect)];
    const [row] = await this.#session.rows(this.#statements.find(where, selection), args);
    if (row === undefined) return undefined;
    return this.#readerOf(selection).toRecord(row, await this.#linked([row], selection));
  }

  /** The record itself, without what it refers to, which nobody else changes before the transaction ends. @throws {DatabaseError} */
  async lock(where: CheckedCondition): Promise<Record<string, unknown> | undefined> {
    const args = conditionArguments(where, this.#session.dialect);
    const [row] = await this.#session.rows(this.#statements.lock(where), args);
    return row === undefined ? undefined : this.toOwnRecord(row);
  }

  /** What a write gives back as a record: without what it refers to. */
  toOwnRecord(row: Row): Record<string, unknown> {
    return this.#readerOf(ownFields(this.#entity)).toRecord(row);
  }

  /** How many records match. @throws {DatabaseError} */
  async count(where: CheckedCondition | undefined): Promise<number> {
    const args = conditionArguments(where, this.#session.dialect);
    const [row] = await this.#session.rows(this.#statements.count(where), args);
    return Number(row?.[0]);
  }

  async #pageAndCount(query: PageQuery, selection: Selection): Promise<CountedRows> {
    const { where, skip, take } = query;
    const rows =
      take === 0
        ? []
        : await this.#session.rows(this.#statements.page(query, selection), this.#args(query, selection));
    const isLast = rows.length < take && (rows.length > 0 || skip === 0);
    return { rows, count: isLast ? skip + rows.length : await this.count(where) };
  }

  /** A page with its count in one statement. */
  async #countedPage(
    query: PageQuery,
    selection: Selection,
    countedPage: NonNullable<Dialect["countedPage"]>,
  ): Promise<CountedRows> {
    const statement = this.#statements.countedPage(query, countedPage, selection);
    const rows = await this.#session.rows(statement, this.#args(query, selection));
    const [first] = rows;
    // Where there is no row to say it, only a page behind the end leaves something to count.
    if (first === undefined) return { rows, count: query.skip === 0 ? 0 : await this.count(query.where) };
    // A row that is no record is the only one.
    return { rows: first.at(-2) === null ? [] : rows, count: Number(first.at(-1)) };
  }

  /** A statement has each of them wherever it needs it. */
  #args({ where, take, skip }: PageQuery, selection: Selection): readonly unknown[] {
    const { dialect } = this.#session;
    return [...conditionArguments(where, dialect), take, skip, ...selectionArguments(selection, dialect)];
  }

  #linked(rows: readonly Row[], selection: Selection): LinkedRows | Promise<LinkedRows> {
    if (rows.length === 0 || selection.links.length === 0) return notLinked;
    return readLinks(rows, selection, this.#session);
  }

  #readerOf(selection: Selection): RecordReader {
    return readersOf(this.#statements).get(selection.shape, () =>
      createRecordReader(selection, this.#session.dialect),
    );
  }
}

/** All sessions of a database share the readers of an entity, as they share its statements. */
const readers = new WeakMap<EntityStatements, ShapeCache<RecordReader>>();

function readersOf(statements: EntityStatements): ShapeCache<RecordReader> {
  let known = readers.get(statements);
  if (known === undefined) readers.set(statements, (known = new ShapeCache<RecordReader>()));
  return known;
}
