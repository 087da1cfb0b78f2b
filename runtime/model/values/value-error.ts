import type { IssueParams } from "../../errors/input-issue.js";

/** Thrown for a value that is not valid for its field. The message continues a sentence that names the field. */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly code: ValueErrorCode;
  readonly params: IssueParams | undefined;

  constructor(code: ValueErrorCode, message: string, params?: IssueParams) {
    super(message);
    this.code = code;
    this.params = params;
  }
}

export type ValueErrorCode =
  | "wrong-type"
  | "too-short"
  | "too-long"
  | "out-of-range"
  | "not-exact"
  | "not-storable"
  | "not-listed";

/** Thrown for a list with items that are not valid. */
export class ListError extends ValueError {
  readonly items: readonly { readonly index: number; readonly error: ValueError }[];
  /** The mistake of the list itself. */
  readonly ofList: ValueError | undefined;

  constructor(first: ListError["items"][number], items: ListError["items"], ofList: ListError["ofList"]) {
    super(first.error.code, `has an item (${first.index}) that ${first.error.message}`, first.error.params);
    this.items = items;
    this.ofList = ofList;
  }
}

/** The parameters of an error of a field with this type. */
export function paramsOf({ code, params }: ValueError, type: string): IssueParams | undefined {
  return params ?? (code === "wrong-type" ? { type } : undefined);
}
