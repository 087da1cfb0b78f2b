import { enumTexts } from "../../../model/values/enum.js";
import type { Field, TableEntity } from "../../../model/model.js";
import { sql, type Sql } from "../../sql/sql.js";
import { constraintName } from "../constraint-names.js";

/** `constraint "ck_thing.state" check ("state" in ('a', 'b'))` */
export function enumCheck(
  entity: TableEntity,
  field: Field,
  { maxNameLength, literal }: { readonly maxNameLength: number; readonly literal: (value: string) => Sql },
): Sql {
  const name = constraintName("ck", entity, [field], maxNameLength);
  const values = enumTexts(field).map(literal);
  return sql`constraint ${sql.id(name)} check (${sql.id(field.column)} in (${sql.join(values)}))`;
}

/**
 * The place of a value in its enum, for databases that know it as a text. Stored values that the enum does not list
 * come before all others, and are not null, so that a page after another value has them.
 */
export function enumPlace(text: Sql, field: Field, literal: (value: string) => Sql): Sql {
  const cases = enumTexts(field).map((value, index) => sql`when ${literal(value)} then ${sql.lit(index)}`);
  return sql`case ${text} ${sql.join(cases, sql` `)} else case when ${text} is not null then -1 end end`;
}
