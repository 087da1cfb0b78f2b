import type { TableDialect } from "../schema-dialect.js";
import { newIndex } from "../field-index.js";
import { sqlOf } from "../migration-syntax.js";
import { isPlain } from "./column-alter.js";
import { findColumn, findTable, kindOfIndex, sameName } from "../stored/find-stored.js";
import { planNames } from "./plan-names.js";
import { withRenamedColumn, withRenamedTable, type PlanStep, type RenamePlan } from "./renamed-tables.js";
import { decide, toChange, type SchemaChange } from "../schema-changes.js";
import type { StoredSchema, StoredTable } from "../stored/stored-schema.js";
import type { SchemaEntity, TablePlace } from "../schema-entity.js";

/**
 * Plans the renames that `renamedFrom` asks for: tables, then columns, then the indexes and constraints named
 * after them.
 */
export function planRenames(
  entities: readonly SchemaEntity[],
  stored: StoredSchema,
  dialect: TableDialect,
): RenamePlan {
  const context = { entities, dialect };
  const renamed = entities.filter(
    ({ formerTables, fields }) =>
      formerTables.length > 0 || fields.some(({ formerColumn }) => formerColumn !== undefined),
  );
  let plan: RenamePlan = { changes: [], stored };
  for (const step of [planTable, planColumns, planNames])
    for (const entity of renamed) {
      const next = step(entity, plan.stored, context);
      plan = { changes: [...plan.changes, ...next.changes], stored: next.stored };
    }
  return plan;
}

const planTable: PlanStep = (entity, stored, { entities, dialect }) => {
  const { name, table, formerTables, isReadOnly } = entity;
  const find = (place: TablePlace) => findTable(place, stored);
  const planned = (change: SchemaChange, tables = stored) => ({ changes: [change], stored: tables });
  const isTaken = (candidate: StoredTable) =>
    entities.some((other) => other !== entity && find(other) === candidate);
  const formers = formerTables.flatMap((former) => {
    const candidate = find({ ...entity, table: former });
    return candidate === undefined || isTaken(candidate) ? [] : [candidate];
  });
  const here = find(entity);
  const [former, ...others] = formers.filter(
    (candidate) => candidate !== here || isOfOtherCase(candidate.name, table, dialect),
  );
  const isBoth = former !== here && here !== undefined;
  // A read-only table may belong to another application and keep its former name.
  if (former === undefined || (isBoth && isReadOnly)) return { changes: [], stored };
  if (isBoth)
    return planned(
      decide(
        `The tables "${table}" and "${former.name}" both exist, although "renamedFrom" says that "${former.name}" became "${table}": bring the rows into one of them and remove the other, or remove "renamedFrom".`,
      ),
    );
  if (others.length > 0) {
    const names = formers.map((candidate) => `"${candidate.name}"`).join(" and ");
    return planned(decide(`The table "${table}" is missing, and ${names} exist: rename one of them.`));
  }
  const renamed = withRenamedTable(stored, former, table);
  if (former.isView || isReadOnly) {
    const message = `The table or view "${table}" is called "${former.name}", and the entity "${name}" is read-only: set its "table" to "${former.name}".`;
    return planned(decide(message), renamed);
  }
  const statements = dialect.schema.rename.table({ schema: entity.schema, table: former.name }, table);
  return planned(toChange("rename", `The table "${table}" is called "${former.name}".`, statements), renamed);
};

const planColumns: PlanStep = (entity, stored, { dialect }) => {
  let current = stored;
  const changes = entity.fields.flatMap((field): SchemaChange | readonly [] => {
    const table = findTable(entity, current);
    const { formerColumn } = field;
    if (table === undefined || formerColumn === undefined) return [];
    const here = findColumn(field, table);
    const former = findColumn({ column: formerColumn }, table);
    const isTaken = entity.fields.some((other) => other !== field && findColumn(other, table) === former);
    if (former === undefined || isTaken) return [];
    if (former === here && !isOfOtherCase(former.name, field.column, dialect)) return [];
    const place = `"${entity.table}"."${field.column}"`;
    if (former !== here && here !== undefined) {
      if (entity.isReadOnly) return [];
      return decide(
        `The columns ${place} and "${former.name}" both exist, although "renamedFrom" of the field "${field.name}" says that "${former.name}" became "${field.column}": bring the values into one of them and remove the other, or remove "renamedFrom".`,
      );
    }
    current = withRenamedColumn(current, table, former.name, field.column);
    if (table.isView || entity.isReadOnly) {
      return decide(
        `The column ${place} is called "${former.name}", and the entity "${entity.name}" is read-only: set "column" of the field "${field.name}" to "${former.name}".`,
      );
    }
    const { rename: syntax, createIndex, enums, migrations } = dialect.schema;
    const conditioned = table.indexes.filter(({ conditionOn = [] }) =>
      conditionOn.some((name) => sameName(name, former.name)),
    );
    const other = conditioned.find(
      (index) => !(kindOfIndex(index) === "unique" && isPlain(index, former.name)),
    );
    if (other !== undefined) {
      return decide(
        `The column ${place} is called "${former.name}". The condition of the index "${other.name}" names it: drop the index before, and create it after the rename.`,
      );
    }
    // The column is still as nullable as before.
    const indexed = newIndex(entity, { ...field, isNullable: true }, "unique", dialect);
    const filtered = conditioned.map(({ name }) => ({
      drop: sqlOf(migrations.dropIndex(entity, name)),
      create: createIndex({ ...indexed, name }),
    }));
    const { values, valuesIn } = former;
    const check =
      values === undefined || valuesIn === undefined
        ? undefined
        : enums.bound?.(entity, valuesIn.name, field.column, values);
    const bound = check === undefined ? filtered : [...filtered, check];
    const statements = syntax.column(entity, former.name, field.column, bound);
    return toChange("rename", `The column ${place} is called "${former.name}".`, statements);
  });
  return { changes, stored: current };
};

/** Whether the names differ by case on a database where case matters. Elsewhere, statements find both. */
function isOfOtherCase(a: string, b: string, { schema }: TableDialect): boolean {
  return schema.isCaseSensitive === true && a !== b;
}
