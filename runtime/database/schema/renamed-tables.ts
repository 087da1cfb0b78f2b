import type { StoredForeignKey, StoredIndex, StoredTable } from "./stored-schema.js";

type Tables = readonly StoredTable[];

/** The tables as they are when one has another name, with what points to it. */
export function withRenamedTable(tables: Tables, renamed: StoredTable, name: string): Tables {
  return tables.map((table) => ({
    ...table,
    ...(table === renamed && { name, formerName: table.name }),
    foreignKeys: table.foreignKeys.map((foreignKey) =>
      isTo(foreignKey, renamed) ? { ...foreignKey, targetTable: name } : foreignKey,
    ),
  }));
}

/** The tables as they are when a column of one has another name, with what is on it and what points to it. */
export function withRenamedColumn(tables: Tables, owner: StoredTable, from: string, to: string): Tables {
  const renamed = (name: string) => (name === from ? to : name);
  return tables.map((table) => ({
    ...table,
    ...(table === owner && {
      columns: table.columns.map((column) =>
        column.name === from ? { ...column, name: to, formerName: from } : column,
      ),
      primaryKey: table.primaryKey.map(renamed),
      indexes: table.indexes.map((index) => ({ ...index, columns: index.columns.map(renamed) })),
    }),
    foreignKeys: table.foreignKeys.map((foreignKey) => ({
      ...foreignKey,
      ...(table === owner && { columns: foreignKey.columns.map(renamed) }),
      ...(isTo(foreignKey, owner) && { targetColumns: foreignKey.targetColumns.map(renamed) }),
    })),
  }));
}

export function withIndex(tables: Tables, owner: StoredTable, from: StoredIndex, to: StoredIndex): Tables {
  return tables.map((table) =>
    table === owner
      ? { ...table, indexes: table.indexes.map((index) => (index === from ? to : index)) }
      : table,
  );
}

export function withForeignKey(
  tables: Tables,
  owner: StoredTable,
  from: StoredForeignKey,
  to: StoredForeignKey,
): Tables {
  return tables.map((table) =>
    table === owner
      ? { ...table, foreignKeys: table.foreignKeys.map((each) => (each === from ? to : each)) }
      : table,
  );
}

function isTo({ targetSchema, targetTable }: StoredForeignKey, { schema, name }: StoredTable): boolean {
  return targetTable === name && targetSchema === schema;
}
