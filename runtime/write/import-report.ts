import { ApiError, type InputIssue } from "../errors/api-error.js";
import type { ProblemCode } from "../errors/codes.js";

/** What is told of a line whose record was not created. */
export interface FailedLine {
  /** The first line is 1. */
  readonly line: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly InputIssue[];
}

/** The most lines that are told. All are counted. */
const MAX_TOLD = 100;

/** What became of a stream of records. */
export class ImportReport {
  created = 0;
  failed = 0;
  readonly #errors: FailedLine[] = [];

  /** The lines that are told, in order: those that cannot be read are found before those that cannot be written. */
  get errors(): readonly FailedLine[] {
    return this.#errors.toSorted((a, b) => a.line - b.line);
  }

  addFailure(line: number, { code, message, issues }: ApiError): void {
    this.failed++;
    if (this.#errors.length >= MAX_TOLD) return;
    const errors = issues.map((issue) => ({ ...issue, path: withoutIndex(issue.path) }));
    const told = errors.length === 1 && errors[0]?.path === "" ? [] : errors;
    const detail = message.replace(/^Record \d+: /, "");
    this.#errors.push({ line, code, detail, ...(told.length > 0 && { errors: told }) });
  }

  /** The error of a stream of which nothing is created because of these lines: of the kind of the first. */
  toError(): ApiError {
    const { errors } = this;
    const [first] = errors as readonly [FailedLine, ...FailedLine[]];
    const issues = errors.flatMap(({ line, code, detail, errors: parts }) =>
      parts === undefined
        ? [{ path: String(line), code, message: detail }]
        : parts.map((issue) => ({ ...issue, path: `${line}.${issue.path}` })),
    );
    const others = this.failed === 1 ? "" : ` ${this.failed} lines have mistakes.`;
    const detail = `Nothing was created. Line ${first.line}: ${first.detail}${others}`;
    return new ApiError(first.code, detail, { issues });
  }

  toJSON(): Pick<ImportReport, "created" | "failed" | "errors"> {
    const { created, failed, errors } = this;
    return { created, failed, errors };
  }
}

/** The path of a record's issue, without the record's place among those that were written together. */
function withoutIndex(path: string): string {
  return path.replace(/^\d+(?:\.|$)/, "");
}
