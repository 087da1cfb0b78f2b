import type { ts } from "ts-morph";

/** A place in a source file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface SourcePlace {
  /** The absolute path of the file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** The column after the last character. */
  readonly endColumn: number;
  /** The environment variable that the value comes from, if the text names one. */
  readonly variable?: string;
}

/** The place of a range of text. If it has several lines, only the first, so that editors do not underline a page. */
export function toSourcePlace(source: ts.SourceFile, start: number, end: number): SourcePlace {
  const lineEnd = /\r|\n|$/.exec(source.text.slice(start))?.index ?? 0;
  const first = source.text.slice(start, Math.min(end, start + lineEnd)).trimEnd();
  const from = source.getLineAndCharacterOfPosition(start);
  const line = from.line + 1;
  const column = from.character + 1;
  const [, variable] = /\bprocess\.env(?:\.|\[["'])(\w+)/.exec(first) ?? [];
  return {
    file: source.fileName,
    line,
    column,
    endLine: line,
    endColumn: column + first.length,
    ...(variable !== undefined && { variable }),
  };
}
