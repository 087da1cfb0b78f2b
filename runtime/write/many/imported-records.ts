import { ApiError, type InputIssue } from "../../errors/api-error.js";
import type { ProblemCode } from "../../errors/codes.js";
import { withLabel } from "../../model/with-label.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Entity } from "../../model/model.js";

/** The report on a line whose record was not created. */
export interface FailedLine {
  /** The first line is 1. */
  readonly line: number;
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors?: readonly InputIssue[];
}

/** The maximum number of reported lines. All are counted. */
const MAX_TOLD = 100;

/** The result of a stream of records. */
export class ImportedRecords {
  created = 0;
  failed = 0;
  readonly #errors: FailedLine[] = [];
  readonly #entity: Entity;

  /** The reported lines, in order: lines that cannot be read are found before those that cannot be written. */
  get errors(): readonly FailedLine[] {
    return this.#errors.toSorted((a, b) => a.line - b.line);
  }

  /** @param entity The entity of the records. */
  constructor(entity: Entity) {
    this.#entity = entity;
  }

  addFailure(line: number, { code, message, issues }: ApiError): void {
    this.failed++;
    if (this.#errors.length >= MAX_TOLD) return;
    const errors = issues.map((issue) =>
      withLabel({ ...issue, path: withoutIndex(issue.path) }, (path) => fieldLabel(this.#entity, path)),
    );
    const told = errors.length === 1 && errors[0]?.path === "" ? [] : errors;
    const detail = message.replace(/^Record \d+: /, "");
    this.#errors.push({ line, code, detail, ...(told.length > 0 && { errors: told }) });
  }

  /** The error for a stream that creates nothing because of these lines. It has the code of the first one. */
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

  toJSON(): Pick<ImportedRecords, "created" | "failed" | "errors"> {
    const { created, failed, errors } = this;
    return { created, failed, errors };
  }
}

/** The path of an issue within its record, without the record's index in the batch. */
function withoutIndex(path: string): string {
  return path.replace(/^\d+(?:\.|$)/, "");
}
