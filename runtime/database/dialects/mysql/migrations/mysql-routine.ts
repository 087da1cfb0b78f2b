import type { ScriptToken } from "../../../migrations/scripts/script-tokens.js";

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
export function goesOnInRoutine(tokens: readonly ScriptToken[]): boolean {
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
