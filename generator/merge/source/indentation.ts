import { indentAt, type Range } from "./source.js";

/** The indentation and line ends of the place that a text is moved to. */
export interface Layout {
  readonly indent: string;
  readonly unit: string;
  readonly eol: string;
}

/** The text of a range, laid out for the place of another range. */
export function textLike(range: Range, { source, start, home = start }: Range): string {
  const { text, indentUnit, eol } = source;
  return moveText(range, { indent: indentAt(text, home), unit: indentUnit, eol });
}

/**
 * The text of a range, adapted to another file: all lines after the first get that file's indentation and line ends.
 */
export function moveText({ source, start, end, home = start }: Range, place: Layout): string {
  const own = indentAt(source.text, home);
  const lines = source.text.slice(start, end).split("\n");
  const number = source.file.getLineAndCharacterOfPosition(start).line;
  return lines
    .map((raw, index) => {
      const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
      if (index === 0 || source.fixedLines.has(number + index)) return line;
      const text = line.trimStart();
      if (text === "" && index < lines.length - 1) return "";
      return moveIndent(line.slice(0, line.length - text.length), own, source.indentUnit, place) + text;
    })
    .join(place.eol);
}

function moveIndent(indent: string, own: string, unit: string, place: Layout): string {
  if (!indent.startsWith(own)) return place.indent;
  const deeper = indent.slice(own.length);
  const levels = Math.floor(deeper.length / unit.length);
  return place.indent + place.unit.repeat(levels) + deeper.slice(levels * unit.length);
}
