import { dirname, join } from "node:path";
import { type MigrationScript, type MigrationStep, type Risk, MigrationError } from "../migration.js";
import { parseDirective, type Directive } from "./script-directives.js";
import { type ScriptSyntax, scriptTokens, UnterminatedToken, type ScriptToken } from "./script-tokens.js";

/**
 * Parses the script of a migration into its steps. Line ends become `\n`, so that a script is the same on each machine.
 * @throws {MigrationError} with each mistake and its line.
 */
export function parseScript(path: string, text: string, syntax: ScriptSyntax): MigrationScript {
  const parser = new ScriptParser(path, normalizedScript(text), syntax);
  parser.parse();
  const { up, down, mistakes } = parser;
  if (mistakes.length > 0) throw new MigrationError(mistakes);
  return { path, up, down };
}

/** Without a byte order mark, and with `\n` at the end of each line. */
export function normalizedScript(text: string): string {
  return text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/** Opening and ending transactions, by the first words of a statement. */
const TRANSACTION =
  /^(?:begin(?: (?:transaction|tran|work|deferred|immediate|exclusive|concurrent|isolation|read|distributed)\b|$)|start transaction|commit|rollback(?! (?:(?:work|transaction) )?to\b)|abort|end(?: (?:transaction|work))?$)/;
/** Statements that do not belong in a data section. */
const CHANGES_TABLES = /^(?:alter|create(?! (?:local |global )?temp)|drop(?! temp)|rename)\b/;

class ScriptParser {
  readonly up: MigrationStep[] = [];
  readonly down: MigrationStep[] = [];
  readonly mistakes: string[] = [];
  readonly #path: string;
  readonly #script: string;
  readonly #syntax: ScriptSyntax;
  #isDown = false;
  #isData = false;
  /** The tokens of the statement so far. */
  #tokens: ScriptToken[] = [];
  /** Directives for the next statement. */
  #isOutside = false;
  #accepts = new Set<Risk>();
  #pending: ScriptToken | undefined;

  constructor(path: string, script: string, syntax: ScriptSyntax) {
    this.#path = path;
    this.#script = script;
    this.#syntax = syntax;
  }

  parse(): void {
    try {
      for (const token of scriptTokens(this.#script, this.#syntax)) this.#take(token);
    } catch (error) {
      if (!(error instanceof UnterminatedToken)) throw error;
      this.#mistake(error.line, error.message);
      return;
    }
    const [first] = this.#tokens;
    if (first !== undefined && this.#syntax.goesOn(this.#tokens) && this.#syntax.separator === undefined)
      this.#mistake(first.line, "The statement that begins here does not end: an `end` is missing.");
    else this.#endStatement();
    this.#checkPending("the end of the script");
  }

  #take(token: ScriptToken): void {
    if (token.kind === "comment") this.#takeComment(token);
    else if (this.#isSeparator(token)) this.#endStatement();
    else if (token.word === ";" && !this.#syntax.goesOn(this.#tokens)) this.#endStatement();
    else this.#tokens.push(token);
  }

  #takeComment(token: ScriptToken): void {
    if (!token.text.startsWith("--")) return;
    const directive = parseDirective(token.text);
    if (directive === undefined) return;
    if (directive.kind === "mistake") this.#mistake(token.line, directive.message);
    else if (this.#tokens.length > 0 || this.#lineBefore(token).trim() !== "")
      this.#mistake(
        token.line,
        `"${token.text.trim()}" must be a line of its own, before the statement that it is for.`,
      );
    else this.#follow(directive, token);
  }

  #follow(directive: Exclude<Directive, { readonly kind: "mistake" }>, token: ScriptToken): void {
    switch (directive.kind) {
      case "accept":
        directive.risks.forEach((risk) => this.#accepts.add(risk));
        this.#pending = token;
        break;
      case "outside transaction":
        this.#isOutside = true;
        this.#pending = token;
        break;
      case "file":
        this.#checkPending(`"${token.text.trim()}"`);
        this.#steps.push({
          kind: "file",
          path: join(dirname(this.#path), directive.path),
          line: token.line,
          isData: true,
        });
        break;
      case "section":
        this.#checkPending(`"${token.text.trim()}"`);
        this.#isData = directive.section === "data";
        if (directive.section !== "down") break;
        if (this.#isDown)
          this.#mistake(token.line, '"-- down:" stands twice: a script has one such section.');
        this.#isDown = true;
        break;
    }
  }

  /** A directive without a following statement. */
  #checkPending(before: string): void {
    if (this.#pending !== undefined)
      this.#mistake(
        this.#pending.line,
        `"${this.#pending.text.trim()}" is for the next statement, and before ${before} there is none.`,
      );
    this.#forgetPending();
  }

  #forgetPending(): void {
    this.#pending = undefined;
    this.#isOutside = false;
    this.#accepts = new Set();
  }

  #endStatement(): void {
    const [first, second] = this.#tokens;
    const last = this.#tokens.at(-1);
    if (first === undefined || last === undefined) return;
    const words = this.#tokens.slice(0, 4).map(({ word, text }) => (word === "" ? text : word));
    const start = words.join(" ");
    this.#checkStatement(first, second, start);
    this.#steps.push({
      kind: "sql",
      text: this.#script.slice(first.start, last.word === ";" ? last.start : last.end).trimEnd(),
      line: first.line,
      isData: this.#isData,
      isOutsideTransaction: this.#isOutside,
      accepts: this.#accepts,
      mistake: this.#syntax.handlesTransactions?.(this.#tokens) === true ? notForScripts(start) : undefined,
    });
    this.#tokens = [];
    this.#forgetPending();
  }

  #checkStatement({ line, word }: ScriptToken, second: ScriptToken | undefined, start: string): void {
    if (word === "delimiter" && second !== undefined)
      this.#mistake(
        line,
        '"delimiter" is a command of the mysql client: leave it out. A routine or trigger goes up to its own "end;".',
      );
    else if (TRANSACTION.test(start)) this.#mistake(line, notForScripts(start));
    else if (this.#isData && CHANGES_TABLES.test(start))
      this.#mistake(line, `"${start}" changes tables, in a section of data: write "-- schema:" before it.`);
  }

  /** Whether the token is a separator such as `go`, alone on its line. */
  #isSeparator(token: ScriptToken): boolean {
    if (token.word !== this.#syntax.separator || this.#lineBefore(token).trim() !== "") return false;
    const end = this.#script.indexOf("\n", token.end);
    const after = this.#script.slice(token.end, end === -1 ? undefined : end).trim();
    if (/^\d+$/.test(after))
      this.#mistake(token.line, `"${token.text} ${after}" runs statements repeatedly: write them out.`);
    return after === "" || after.startsWith("--");
  }

  #lineBefore({ start }: ScriptToken): string {
    return this.#script.slice(this.#script.lastIndexOf("\n", start - 1) + 1, start);
  }

  get #steps(): MigrationStep[] {
    return this.#isDown ? this.down : this.up;
  }

  #mistake(line: number, message: string): void {
    this.mistakes.push(`${this.#path}:${line}: ${message}`);
  }
}

/** The statements of a script that must not run, each with its place. */
export function mistakesIn({ path, up, down }: MigrationScript): readonly string[] {
  return [...up, ...down].flatMap((step) =>
    step.kind === "sql" && step.mistake !== undefined ? [`${path}:${step.line}: ${step.mistake}`] : [],
  );
}

function notForScripts(start: string): string {
  return `"${start}" is not for scripts: "data-api migrate apply" opens and commits the transactions. Leave it out, and write "-- outside transaction" before a statement that cannot be in one.`;
}
