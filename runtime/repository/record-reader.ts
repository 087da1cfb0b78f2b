import type { DatabaseSession } from "../database/database-session.js";
import type { Row } from "../database/dialect.js";
import { readableFields } from "../model/fields.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";

/** Takes the rows of an entity's statements to records, or straight to their JSON text. Made once for each entity. */
export interface RecordReader {
  readonly toRecord: (row: Row) => Record<string, unknown>;
  /** The same text that `JSON.stringify(toRecord(row))` gives. */
  readonly toJson: (row: Row) => string;
}

interface Column {
  readonly name: string;
  readonly fromColumn: (value: unknown) => unknown;
  readonly isPlainText: boolean;
  /** What stands before the value in JSON text: `,"title":`. */
  readonly prefix: string;
}

export function createRecordReader(
  entity: Entity,
  { dialect }: Pick<DatabaseSession, "dialect">,
): RecordReader {
  const columns = readableFields(entity).map((field, index) => toColumn(field, index));
  return {
    toRecord: (row) => {
      const record: Record<string, unknown> = {};
      for (let index = 0; index < columns.length; index++) {
        const column = columns[index];
        if (column !== undefined) record[column.name] = read(column, row[index]);
      }
      return record;
    },
    toJson: (row) => {
      let text = "{";
      for (let index = 0; index < columns.length; index++) {
        const column = columns[index];
        if (column !== undefined) text += column.prefix + toJson(column, row[index]);
      }
      return `${text}}`;
    },
  };

  function toColumn({ name, type }: Field, index: number): Column {
    const { fromColumn } = dialect.columns[type];
    const isPlainText = fieldTypes[type].typescript === "string" && fieldTypes[type].conditions === "text";
    return { name, fromColumn, isPlainText, prefix: `${index === 0 ? "" : ","}${JSON.stringify(name)}:` };
  }
}

function read({ fromColumn }: Column, value: unknown): unknown {
  return value === null ? null : fromColumn(value);
}

function toJson(column: Column, value: unknown): string {
  return JSON.stringify(column.isPlainText ? value : read(column, value));
}
