import { contentOf, type StatementReader } from "./statement-reader.js";

/** `alter table [dbo].[item] drop constraint `, to which the name of the constraint is appended. */
const DROP = /^alter table \[(?:[^\]]|\]\])+\](?:\.\[(?:[^\]]|\]\])+\])? drop constraint $/;

/**
 * Removes the statements that drop a column's default in SQL Server, whose name only the catalog knows: a variable
 * with the statement, and its execution. Dropping a default is no risk, because defaults only apply to new rows. Any
 * other executed text stays unknown.
 */
export function withoutDroppedDefaults(statements: readonly StatementReader[]): readonly StatementReader[] {
  const left: StatementReader[] = [];
  for (let place = 0; place < statements.length; place++) {
    const [statement, after] = statements.slice(place, place + 2);
    const variable = statement === undefined ? undefined : variableWithDrop(statement);
    if (variable !== undefined && after !== undefined && executes(after, variable)) place++;
    else if (statement !== undefined) left.push(statement);
  }
  return left;
}

/** The variable of `declare @drop nvarchar(max) = (select N'…' + quotename(name) from sys.default_constraints where …)` */
function variableWithDrop(statement: StatementReader): string | undefined {
  const reader = statement.rest();
  if (!reader.take("declare")) return undefined;
  const variable = reader.next()?.word;
  if (!reader.take("nvarchar ( max ) =")) return undefined;
  const value = reader.parentheses();
  if (value?.take("select n") !== true || !reader.isAtEnd) return undefined;
  const isDrop =
    DROP.test(contentOf(value.next()) ?? "") &&
    value.take("+ quotename ( name ) from sys . default_constraints where");
  return isDrop && !value.has("union") ? variable : undefined;
}

function executes(statement: StatementReader, variable: string): boolean {
  const reader = statement.rest();
  const isExecution = reader.takeAny("exec", "execute") !== undefined && reader.take(`( ${variable} )`);
  reader.take(";");
  return isExecution && reader.isAtEnd;
}
