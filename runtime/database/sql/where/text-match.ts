import type { CheckedComparison } from "../../../condition/checked.js";
import type { SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";

const searches = { "~": "contains", "^=": "startsWith", "$=": "endsWith" } as const;
type SearchOperator = keyof typeof searches;

/** Whether the operator searches for a part of a text. */
export function isSearch(operator: CheckedComparison["operator"]): operator is SearchOperator {
  return Object.hasOwn(searches, operator);
}

export function textMatch(operator: SearchOperator, text: Sql, part: Sql, dialect: SqlDialect): Sql {
  return dialect[searches[operator]](text, part);
}
