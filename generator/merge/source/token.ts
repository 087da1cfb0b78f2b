import { ts } from "ts-morph";

/** A token in a normalized spelling that does not depend on the formatter. */
export interface Token {
  /** `end` ends a statement or member, with or without a typed semicolon. */
  readonly kind: "code" | "comment" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Read once, because ts-morph exposes its compiler through getters. */
const { SyntaxKind } = ts;
const closers = new Set([")", "]", "}", ">"]);

/**
 * The tokens of a file in source order. White space, semicolons, quote style, trailing commas and optional
 * brackets are normalized away; comments are kept.
 *
 * Walks the tree instead of scanning the text, because only the parser recognizes regular expressions,
 * templates and the end of a statement without semicolon.
 */
export function readTokens(file: ts.SourceFile): readonly Token[] {
  const text = file.text;
  const tokens: Token[] = [];
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);

  /** Adds the punctuation, keywords and comments between nodes. */
  function scan(start: number, end: number, ignored: FormattingTest): void {
    if (start >= end) return;
    scanner.setText(text, start, end - start);
    for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
      const at = scanner.getTokenStart();
      if (kind === SyntaxKind.SingleLineCommentTrivia || kind === SyntaxKind.MultiLineCommentTrivia) {
        const spelled = scanner.getTokenText();
        tokens.push({ kind: "comment", text: spellComment(spelled), start: at, end: at + spelled.length });
      } else if (kind > SyntaxKind.LastTriviaToken) {
        const spelled = scanner.getTokenText();
        if (!ignored(spelled, at))
          tokens.push({ kind: "code", text: spelled, start: at, end: at + spelled.length });
      }
    }
  }

  function visit(node: ts.Node): void {
    if (node.kind <= SyntaxKind.LastToken) {
      const start = node.getStart(file, false);
      scan(node.pos, start, nothing);
      if (node.end > start)
        tokens.push({ kind: "code", text: spellLeaf(node, text, start), start, end: node.end });
      return;
    }
    if (node.kind === SyntaxKind.OmittedExpression) {
      tokens.push({ kind: "code", text: "<hole>", start: node.pos, end: node.pos });
      return;
    }
    const closing = isTerminated(node);
    const drops = droppedBrackets(node, text);
    const ignored: FormattingTest = closing
      ? (spelled, at) => drops(spelled, at) || (at === node.end - 1 && (spelled === ";" || spelled === ","))
      : drops;
    let at = node.pos;
    ts.forEachChild(node, (child) => {
      scan(at, child.pos, ignored);
      visit(child);
      at = child.end;
    });
    scan(at, node.end, ignored);
    if (closing) {
      const typed = text[node.end - 1] === ";" || text[node.end - 1] === ",";
      tokens.push({ kind: "end", text: ";", start: typed ? node.end - 1 : node.end, end: node.end });
    }
  }

  visit(file);
  return tokens.filter((token, index) => token.text !== "," || !closers.has(nextCode(tokens, index) ?? ""));
}

/** Whether a token between nodes is only formatting. */
type FormattingTest = (token: string, at: number) => boolean;

const nothing: FormattingTest = () => false;
const brackets: FormattingTest = (token) => token === "(" || token === ")";

function nextCode(tokens: readonly Token[], index: number): string | undefined {
  for (let at = index + 1; at < tokens.length; at++) if (tokens[at]?.kind === "code") return tokens[at]?.text;
  return undefined;
}

/** Ignores the indentation of a block comment. */
function spellComment(comment: string): string {
  return comment
    .split("\n")
    .map((line) => line.trim())
    .join("\n");
}

function spellLeaf(node: ts.Node, text: string, start: number): string {
  if (!ts.isStringLiteral(node)) {
    const spelled = text.slice(start, node.end);
    return spelled.includes("\r") ? spelled.replaceAll("\r\n", "\n") : spelled;
  }
  const isName = ts.isPropertyAssignment(node.parent) || ts.isPropertySignature(node.parent);
  if (isName && node.parent.name === node && /^[A-Za-z_$][\w$]*$/.test(node.text)) return node.text;
  return JSON.stringify(node.text);
}

const terminated = new Set([
  SyntaxKind.VariableStatement,
  SyntaxKind.ExpressionStatement,
  SyntaxKind.ReturnStatement,
  SyntaxKind.ThrowStatement,
  SyntaxKind.BreakStatement,
  SyntaxKind.ContinueStatement,
  SyntaxKind.DoStatement,
  SyntaxKind.DebuggerStatement,
  SyntaxKind.ImportDeclaration,
  SyntaxKind.ImportEqualsDeclaration,
  SyntaxKind.ExportDeclaration,
  SyntaxKind.ExportAssignment,
  SyntaxKind.TypeAliasDeclaration,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.PropertySignature,
  SyntaxKind.MethodSignature,
  SyntaxKind.CallSignature,
  SyntaxKind.ConstructSignature,
  SyntaxKind.IndexSignature,
]);

/** Whether the node ends with a semicolon, typed or implicit. */
function isTerminated(node: ts.Node): boolean {
  if (terminated.has(node.kind)) return true;
  const isFunction =
    ts.isMethodDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isConstructorDeclaration(node);
  return (isFunction || ts.isAccessor(node)) && node.body === undefined;
}

/** The brackets and bars of a node that a formatter may add or remove without changing its meaning. */
function droppedBrackets(node: ts.Node, text: string): FormattingTest {
  if (ts.isArrowFunction(node)) return takesOneName(node) ? brackets : nothing;
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
    const first = node.types[0]?.getStart() ?? node.end;
    return (token, at) => (token === "|" || token === "&") && at < first;
  }
  if (ts.isParenthesizedExpression(node)) return isRedundant(node, text) ? brackets : nothing;
  // A semicolon alone does nothing in a list of statements, but is the body of a loop without statements.
  if (ts.isSemicolonClassElement(node)) return () => true;
  if (ts.isEmptyStatement(node)) {
    const inList = ts.isSourceFile(node.parent) || ts.isBlock(node.parent) || ts.isModuleBlock(node.parent);
    return () => inList;
  }
  return nothing;
}

function takesOneName({ parameters, type, typeParameters }: ts.ArrowFunction): boolean {
  const [only, second] = parameters;
  if (!only || second || type || typeParameters) return false;
  return (
    ts.isIdentifier(only.name) &&
    !only.type &&
    !only.initializer &&
    !only.dotDotDotToken &&
    !only.questionToken
  );
}

function isRedundant({ parent, expression }: ts.ParenthesizedExpression, text: string): boolean {
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === SyntaxKind.CommaToken)
    return false;
  if (ts.isReturnStatement(parent) || ts.isThrowStatement(parent) || ts.isVariableDeclaration(parent))
    return true;
  return ts.isArrowFunction(parent) && text[expression.getStart()] !== "{";
}
