import { StatementReader, contentOf } from "./statement-reader.js";

/** The first words of statements that never occur within another statement, outside parentheses. */
const starts = new Set(
  ["insert", "delete", "update", "merge"].concat("exec", "execute", "declare", "if", "while", "begin"),
);
/** The same for these, before such words. */
const startsBefore: ReadonlyMap<string, RegExp> = new Map([
  ["drop", /^(table|index|view|schema|database|procedure|proc|function|trigger|type|sequence|synonym)$/],
  ["create", /^(table|index|unique|clustered|nonclustered|view|schema|database|type|sequence|or)$/],
  ["alter", /^(table|index|view|schema|database)$/],
  ["truncate", /^table$/],
]);
/** After these words, `update`, `delete` and others belong to a clause: `on delete cascade`. */
const inClause = new Set(["on", "for", "then", "after", "of", "with", "grant", "revoke", "deny", ",", "."]);

/**
 * Splits a text whose statements need no semicolon between them, as in SQL Server: `select 1 drop table item`. A
 * routine is one statement.
 */
export function splitStatements(reader: StatementReader): readonly StatementReader[] {
  const { tokens } = reader;
  if (isRoutine(reader)) return [reader];
  const places: number[] = [];
  let depth = 0;
  tokens.forEach(({ word }, place) => {
    if (word === "(") depth++;
    else if (word === ")") depth--;
    else if (depth === 0 && place > 0 && begins(reader, place)) places.push(place);
  });
  return [0, ...places].map(
    (start, index) => new StatementReader(withoutEnd(tokens.slice(start, places[index]))),
  );
}

function begins({ tokens }: StatementReader, place: number): boolean {
  const [before, word, after] = [
    tokens[place - 1]?.word ?? "",
    tokens[place]?.word ?? "",
    tokens[place + 1]?.word ?? "",
  ];
  if (before === "create" || inClause.has(before)) return false;
  // `drop table if exists item`
  if (word === "if" && after === "exists" && tokens[place + 2]?.word !== "(") return false;
  return starts.has(word) || startsBefore.get(word)?.test(after) === true;
}

function withoutEnd(tokens: StatementReader["tokens"]): StatementReader["tokens"] {
  return tokens.at(-1)?.word === ";" ? tokens.slice(0, -1) : tokens;
}

function isRoutine(reader: StatementReader): boolean {
  const rest = reader.rest();
  if (rest.takeAny("create or alter", "create", "alter") === undefined) return false;
  return ["procedure", "proc", "function", "trigger"].includes(rest.word);
}

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
