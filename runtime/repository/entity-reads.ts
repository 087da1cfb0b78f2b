import type { CheckedCondition } from "../condition/check-condition.js";
import { conditionArguments } from "../database/condition-sql.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Row, Statement } from "../database/dialect.js";
import type { Selection } from "../database/selection.js";
import type { Entity } from "../model/model.js";
import { Page } from "./page.js";
import type { Query } from "./query.js";
import { createRecordReader, type RecordReader } from "./record-reader.js";

type AnyFields = Readonly<Record<string, unknown>>;

export class EntityReads {
  readonly #entity: Entity;
  readonly #session: DatabaseSession;
  readonly #reader: RecordReader;

  constructor(entity: Entity, session: DatabaseSession) {
    this.#entity = entity;
    this.#session = session;
    this.#reader = createRecordReader(entity, session);
  }

  async find(query: Query, where: CheckedCondition | undefined, _s: Selection): Promise<Page<AnyFields>> {
    const args = conditionArguments(where, this.#session.dialect);
    const { skip, take } = query;
    const { countedPage } = this.#session.dialect;
    const st = this.#session.statements(this.#entity);
    if (take > 0 && countedPage !== undefined) {
      const rows = await this.#rows(st.countedPage({ ...query, where }, countedPage), [...args, take, skip]);
      const [first] = rows;
      const count = first !== undefined ? Number(first.at(-1)) : skip === 0 ? 0 : await this.count(where);
      return new Page(count, first?.at(-2) === null ? [] : rows, this.#reader);
    }
    const rows = take === 0 ? [] : await this.#rows(st.page({ ...query, where }), [...args, take, skip]);
    const isLast = rows.length < take && (rows.length > 0 || skip === 0);
    const count = isLast ? skip + rows.length : await this.count(where);
    return new Page(count, rows, this.#reader);
  }

  async first(where: CheckedCondition, _s: Selection): Promise<AnyFields | undefined> {
    const st = this.#session.statements(this.#entity);
    const [row] = await this.#rows(st.find(where), conditionArguments(where, this.#session.dialect));
    return row === undefined ? undefined : this.#reader.toRecord(row);
  }

  async lock(where: CheckedCondition): Promise<AnyFields | undefined> {
    return this.first(where, undefined as never);
  }

  async count(where: CheckedCondition | undefined): Promise<number> {
    const st = this.#session.statements(this.#entity);
    const [row] = await this.#rows(st.count(where), conditionArguments(where, this.#session.dialect));
    return Number(row?.[0]);
  }

  toPlainRecord(row: Row): AnyFields {
    return this.#reader.toRecord(row);
  }

  async #rows(statement: Statement, args: readonly unknown[]): Promise<readonly Row[]> {
    return this.#session.rows(statement, args);
  }
}
