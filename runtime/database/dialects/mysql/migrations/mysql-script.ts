import type { ScriptSyntax, ScriptToken } from "../../../migrations/scripts/script-tokens.js";

export const mysqlScript: ScriptSyntax = {
  // `--` needs a blank or a control character after it (dev.mysql.com/doc/refman/8.4/en/comments.html).
  // eslint-disable-next-line no-control-regex -- as the manual has it
  lineComment: /(?:--(?=[\s\x00-\x1f]|$)|#)[^\n]*/y,
  executableComment: /\/\*M?!\d*/y,
  quotes: {
    "'": { kind: "text", end: "'", isDoubled: true, hasBackslashes: true },
    '"': { kind: "text", end: '"', isDoubled: true, hasBackslashes: true },
    "`": { kind: "name", end: "`", isDoubled: true },
  },
  word: /[\p{L}\p{N}_$@]+/uy,
  goesOn,
  handlesTransactions,
};

const ROUTINE_KINDS = new Set(["procedure", "function", "trigger", "event", "package"]);
/** MariaDB takes these at the start of a statement, without a routine around them. */
const COMPOUND_STARTS = new Set(["if", "case", "loop", "repeat", "while", "for"]);
/** A statement of a body begins after these words. */
const BEFORE_STATEMENTS = new Set([";", "begin", "then", "else", "do", "loop", "repeat", "row", ":"]);
/** The last words of a routine's header, before a body. */
const LAST_OF_HEADER = new Set([")", "deterministic", "sql", "data", "definer", "invoker"]);

/**
 * Whether these tokens are in the middle of a compound statement, or of a comment that the server runs.
 * `mysql` leaves that to its command `delimiter`.
 */
function goesOn(tokens: readonly ScriptToken[]): boolean {
  if (isInExecutableComment(tokens)) return true;
  const words = tokens.filter(({ word }) => !/^\/\*|^\*\//.test(word));
  return isCompound(words) && openBlocks(words) > 0;
}

function isInExecutableComment(tokens: readonly ScriptToken[]): boolean {
  const last = tokens.findLast(({ word }) => word.startsWith("/*") || word === "*/");
  return last !== undefined && last.word !== "*/";
}

function isCompound(words: readonly ScriptToken[]): boolean {
  const [first, second, third] = words.map(({ word }) => word);
  if (first === "create") {
    // `definer = name@host` and `or replace` stand before the kind.
    const kind = words.findIndex(({ word }) => ROUTINE_KINDS.has(word));
    return (
      kind !== -1 &&
      words
        .slice(1, kind)
        .every(({ word }) => !/^(table|view|index|database|schema|user|role|server)$/.test(word))
    );
  }
  if (first === "begin") return second === "not" && third === "atomic";
  return first !== undefined && COMPOUND_STARTS.has(first);
}

type Block = "statement" | "repeat" | "expression";

/** The number of blocks that are open at the end. */
function openBlocks(tokens: readonly ScriptToken[]): number {
  const open: Block[] = [];
  let isHandler = false;
  let isHeader = tokens[0]?.word === "create";
  tokens.forEach((token, index) => {
    const { word } = token;
    const previous = tokens[index - 1]?.word ?? "";
    const next = tokens[index + 1]?.word ?? "";
    if (word === ";") {
      isHandler = false;
      isHeader = false;
      return;
    }
    if (word === "handler") isHandler = true;
    const top = open.at(-1);
    if (word === "end") {
      if (
        top === "expression" ||
        (top === "repeat" ? next === "repeat" : previous === ";" || previous === "begin")
      )
        open.pop();
      return;
    }
    if (previous === "end") return;
    const isStart =
      index === 0 ||
      (top !== "expression" && BEFORE_STATEMENTS.has(previous) && (previous !== "row" || isHeader)) ||
      (isHeader && (LAST_OF_HEADER.has(previous) || tokens[index - 1]?.kind === "text"));
    if (word === "case") open.push(isStart ? "statement" : "expression");
    else if (word === "loop" || word === "while") open.push("statement");
    else if (word === "repeat" && isStart) open.push("repeat");
    else if (word === "for" && isStart && next !== "each") open.push("statement");
    else if (word === "if" && (isStart || isBareIf(previous, next, isHeader))) open.push("statement");
    else if (word === "begin" && (isStart || isHeader || isHandler)) {
      open.push("statement");
      isHandler = false;
    } else return;
    isHeader = false;
  });
  return open.length;
}

/** An `if` of a header that begins its body, such as `returns int if …`, and not `if not exists`. */
function isBareIf(previous: string, next: string, isHeader: boolean): boolean {
  return isHeader && !["(", "exists", "not"].includes(next) && !ROUTINE_KINDS.has(previous);
}

/**
 * The first words of statements that open or end a transaction, or leave commits to others that follow
 * (mariadb.com/kb/en/transactions/).
 */
const HEADS: readonly RegExp[] = [
  // `begin not atomic` is the start of a compound statement.
  /^(?:begin(?! not\b)|start transaction)\b/,
  /^commit\b/,
  // A rollback to a savepoint does not end the transaction.
  /^rollback\b(?!(?: work)? to\b)/,
  /^xa (?!recover\b)/,
  // To any value that turns it off. A single `@` precedes a user variable.
  /^set\b.*(?<! @) (?:@@)?autocommit (?:: )?= (?!(?:\( )?(?:1|on|true|default)(?: \))?(?: [,;]|$))/,
];

/** Whether a statement opens or ends a transaction, or leaves commits to others that follow. */
function handlesTransactions(tokens: readonly ScriptToken[]): boolean {
  return heads(tokens).some((words) => HEADS.some((start) => start.test(words.join(" "))));
}

/** The words of a statement, and apart from them those of each `set statement … for` in front of it. */
function heads(tokens: readonly ScriptToken[]): readonly (readonly string[])[] {
  let words: string[] = [];
  const found = [words];
  let depth = 0;
  for (const token of tokens) {
    const word = token.kind === "name" ? variableOf(token) : token.word;
    // The server runs the content of these comments.
    if (/^(?:\/\*|\*\/)/.test(word)) continue;
    if (word === "for" && depth === 0 && words[0] === "set" && words[1] === "statement") {
      words = [];
      found.push(words);
      continue;
    }
    words.push(word);
    if (word === "(") depth++;
    else if (word === ")") depth--;
  }
  return found;
}

/** The name of a variable may be quoted. */
function variableOf({ text }: ScriptToken): string {
  return /^`(\w+)`$/.exec(text)?.[1]?.toLowerCase() ?? "";
}
