export interface ScriptToken {
  readonly kind: "word" | "name" | "text" | "sign" | "comment";
  /** As written, with its quotes. */
  readonly text: string;
  /** A word in lower case, an unchanged sign, or `""` for all others. Syntax rules compare it. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** The line of its start, from 1. */
  readonly line: number;
}

export interface TokenSyntax {
  /** A comment up to the end of its line. Sticky. */
  readonly lineComment: RegExp;
  /** Whether a block comment may contain others. */
  readonly hasNestedComments: boolean;
  /** The start of a comment that the database executes, such as MySQL's version comments. Sticky. */
  readonly executableComment?: RegExp;
  /** The sign that opens a text or a quoted name, and how it ends. */
  readonly quotes: Readonly<Record<string, QuoteSyntax>>;
  /** The opening of a text that ends with the same tag: `$body$`. Sticky. */
  readonly dollarQuote?: RegExp;
  /** A text prefix, directly before the quote, with which backslashes escape. In lower case. */
  readonly escapingPrefix?: string;
  /** A bare word or a number. Sticky. */
  readonly word: RegExp;
}

/** The script syntax of a database: its tokens, and where a statement ends. */
export interface ScriptSyntax extends TokenSyntax {
  /** A word that ends a statement if it is alone on its line. In lower case. */
  readonly separator?: string;
  /** Whether the statement of these tokens continues after a semicolon. */
  readonly goesOn: (tokens: readonly ScriptToken[]) => boolean;
  /** Whether a statement begins, ends or switches transactions in a way that only this database has. */
  readonly handlesTransactions?: (tokens: readonly ScriptToken[]) => boolean;
}

export interface QuoteSyntax {
  readonly kind: "text" | "name";
  readonly end: string;
  /** Whether the closing quote is doubled within a text. */
  readonly isDoubled: boolean;
  readonly hasBackslashes?: true;
}

const standardText: QuoteSyntax = { kind: "text", end: "'", isDoubled: true };
const standardName: QuoteSyntax = { kind: "name", end: '"', isDoubled: true };
export const standardQuotes = { "'": standardText, '"': standardName } as const;
export const standardLineComment = /--[^\n]*/y;
