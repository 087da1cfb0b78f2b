export interface ScriptToken {
  readonly kind: "word" | "name" | "text" | "sign" | "comment";
  /** As it is written, with its quotes. */
  readonly text: string;
  /** A word in lower case, a sign as it is, and `""` for all others: what rules of syntax compare. */
  readonly word: string;
  /** Its place in the script, and the place after it. */
  readonly start: number;
  readonly end: number;
  /** The line of its start, from 1. */
  readonly line: number;
}

/** What a token is. */
export interface TokenSyntax {
  /** A comment up to the end of its line. Sticky. */
  readonly lineComment: RegExp;
  /** Whether a block comment may contain others. */
  readonly hasNestedComments: boolean;
  /** The start of a comment that the database runs, as MySQL does with version comments. Sticky. */
  readonly executableComment?: RegExp;
  /** The sign that opens a text or a quoted name, and how it ends. */
  readonly quotes: Readonly<Record<string, QuoteSyntax>>;
  /** The opening of a text that ends with the same tag: `$body$`. Sticky. */
  readonly dollarQuote?: RegExp;
  /** A text whose prefix, a word directly before it, makes backslashes escape. In lower case. */
  readonly escapingPrefix?: string;
  /** A bare word or a number. Sticky. */
  readonly word: RegExp;
}

/** How a database writes scripts: what a token is, and where a statement ends. */
export interface ScriptSyntax extends TokenSyntax {
  /** A word that ends a statement if it is alone on its line. In lower case. */
  readonly separator?: string;
  /** Whether the statement of these tokens goes on after a semicolon that follows them. */
  readonly goesOn: (tokens: readonly ScriptToken[]) => boolean;
  /** Whether a statement opens, ends or switches transactions in a way of this database only. */
  readonly handlesTransactions?: (tokens: readonly ScriptToken[]) => boolean;
}

export interface QuoteSyntax {
  readonly kind: "text" | "name";
  readonly end: string;
  /** Whether the end stands twice in a text that contains it. */
  readonly isDoubled: boolean;
  readonly hasBackslashes?: true;
}

const standardText: QuoteSyntax = { kind: "text", end: "'", isDoubled: true };
const standardName: QuoteSyntax = { kind: "name", end: '"', isDoubled: true };
export const standardQuotes = { "'": standardText, '"': standardName } as const;
export const standardLineComment = /--[^\n]*/y;
