import { columnOf } from "../../runtime/database/column-of.js";
import { dialects } from "../../runtime/database/dialects.js";
import { countsUp } from "../../runtime/database/schema/definitions.js";
import type { DialectName, Entity, Field } from "../../runtime/model/model.js";
import { toKey } from "./literal.js";

/** A column as queries of one's own see it. */
export interface ColumnView {
  readonly key: string;
  readonly type: string;
}

export function columnViews(entity: Entity, dialect: DialectName): readonly ColumnView[] {
  return entity.fields.map((field) => ({
    key: toKey(field.column),
    type: columnType(entity, field, dialect),
  }));
}

function columnType(entity: Entity, field: Field, dialect: DialectName): string {
  const type = columnOf(field, dialects[dialect]).typescript;
  const isGenerated = countsUp(entity, field) || (field.default ?? null) !== null;
  const nullable = field.isNullable ? `${type} | null` : type;
  return isGenerated ? `Generated<${nullable}>` : nullable;
}
