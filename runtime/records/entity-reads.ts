import type { CheckedCondition } from "../condition/checked.js";
import { and } from "../condition/join-conditions.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Dialect } from "../database/dialect.js";
import type { Row } from "../database/wire/connection.js";
import { whenThere, type Awaitable } from "../time/when-there.js";
import { ownFields, type Selection } from "../database/sql/selection.js";
import { BoundedCache } from "../database/sql/bounded-cache.js";
import type { EntityStatements, PageQuery } from "../database/sql/statements.js";
import type { Entity } from "../model/model.js";
import { onceForEach } from "../model/once-for-each.js";
import { Page } from "./page.js";
import { cursorsOf } from "./cursors.js";
import { PagePlace } from "./page-place.js";
import { ReadPage } from "./read-page.js";
import type { ReadPlan } from "../read/read-plan.js";
import { readLists } from "./read-lists.js";
import type { LinkedRows } from "./record-members.js";
import { createRecordReader, type RecordReader } from "./record-reader.js";

/** The rows of a page, and the total number of matches. */
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

  /** Reads a page as planned, without a cursor, and counts all matches. @throws {DatabaseError} */
  find<R>(plan: ReadPlan): Awaitable<Page<R>> {
    const { selection, take } = plan;
    const { countedPage } = this.#session.dialect;
    const counted =
      take === 0 || countedPage === undefined
        ? this.#pageAndCount(plan, selection)
        : this.#countedPage(plan, selection, countedPage);
    return whenThere(counted, ({ rows, count }) =>
      whenThere(
        this.#linked(rows, selection),
        (linked) => new Page<R>(count, rows, linked, this.#readerOf(selection)),
      ),
    );
  }

  /** Reads a page as planned. @throws {DatabaseError}, and {ApiError} for a cursor of another page. */
  async read<R>(plan: ReadPlan): Promise<ReadPage<R>> {
    const { selection, order, take } = plan;
    const { dialect, model } = this.#session;
    const place = new PagePlace(plan, this.#entity, cursorsOf(model), dialect);
    const reader = this.#readerOf(selection);
    // One more than requested shows whether there are further records.
    const { where, skip } = place.begin();
    const query = { where: and(where, plan.where), order, take: take + 1, skip };
    const found =
      take === 0 ? [] : await this.#session.rows(this.#statements.pageWithOrder(query, selection));
    const rows = found.length > take ? found.slice(0, take) : found;
    const next = place.next(rows, found.length <= take || rows.length === 0);
    const linked = await this.#linked(rows, selection);
    const count = plan.isCounted ? await this.count(plan.where) : undefined;
    return new ReadPage<R>(rows, linked, reader, next, count);
  }

  /** The record that matches; `undefined` if there is none. @throws {DatabaseError} */
  first(where: CheckedCondition, selection: Selection): Awaitable<Record<string, unknown> | undefined> {
    const found = this.#session.rows(this.#statements.find(where, selection));
    return whenThere(found, (rows) => {
      const row = rows[0];
      if (row === undefined) return undefined;
      const reader = this.#readerOf(selection);
      return whenThere(this.#linked([row], selection), (linked) => reader.toRecord(row, linked));
    });
  }

  /** All records that match, without a limit: only for conditions that match few records. @throws {DatabaseError} */
  async all(where: CheckedCondition, selection: Selection): Promise<readonly Record<string, unknown>[]> {
    const rows = await this.#session.rows(this.#statements.find(where, selection));
    const linked = await this.#linked(rows, selection);
    const reader = this.#readerOf(selection);
    return rows.map((row) => reader.toRecord(row, linked));
  }

  /**
   * Reads the own fields of all records that match, without references and links, and locks the records until the
   * transaction ends.
   * @throws {DatabaseError}
   */
  async lock(where: CheckedCondition): Promise<readonly Record<string, unknown>[]> {
    const rows = await this.#session.rows(this.#statements.lock(where));
    return rows.map((row) => this.toOwnRecord(row));
  }

  /** Converts the row that a write returns to a record, without references and links. */
  toOwnRecord(row: Row): Record<string, unknown> {
    return this.toRecord(row, ownFields(this.#entity));
  }

  /** Converts a row of a selection that has only fields. */
  toRecord(row: Row, selection: Selection): Record<string, unknown> {
    return this.#readerOf(selection).toRecord(row);
  }

  /** Counts the records that match. @throws {DatabaseError} */
  count(where: CheckedCondition | undefined): Awaitable<number> {
    return whenThere(this.#session.rows(this.#statements.count(where)), ([row]) => Number(row?.[0]));
  }

  #pageAndCount(query: PageQuery, selection: Selection): Awaitable<CountedRows> {
    const { where, skip, take } = query;
    const page = take === 0 ? [] : this.#session.rows(this.#statements.page(query, selection));
    return whenThere(page, (rows): Awaitable<CountedRows> => {
      const isLast = rows.length < take && (rows.length > 0 || skip === 0);
      if (isLast) return { rows, count: skip + rows.length };
      return whenThere(this.count(where), (count) => ({ rows, count }));
    });
  }

  #countedPage(
    query: PageQuery,
    selection: Selection,
    countedPage: NonNullable<Dialect["countedPage"]>,
  ): Awaitable<CountedRows> {
    const statement = this.#statements.countedPage(query, countedPage, selection);
    return whenThere(this.#session.rows(statement), (rows): Awaitable<CountedRows> => {
      const [first] = rows;
      // Without a row there is no count. On the first page it is 0; a later page may be behind the end.
      if (first === undefined)
        return whenThere(query.skip === 0 ? 0 : this.count(query.where), (count) => ({ rows, count }));
      // An empty page is one row with the count and no record.
      return { rows: first.at(-2) === null ? [] : rows, count: Number(first.at(-1)) };
    });
  }

  #linked(rows: readonly Row[], selection: Selection): Awaitable<LinkedRows> {
    const { lists } = this.#readerOf(selection);
    return rows.length === 0 || lists.length === 0
      ? notLinked
      : readLists(rows, selection, lists, this.#session);
  }

  #readerOf(selection: Selection): RecordReader {
    return readersOf(this.#statements).get(selection.shape, () =>
      createRecordReader(selection, this.#session.dialect),
    );
  }
}

/** All sessions of a database share the readers of an entity, just as they share its statements. */
const readersOf = onceForEach<EntityStatements, BoundedCache<RecordReader>>(() => new BoundedCache());
