import path from "node:path";
import { ts } from "ts-morph";
import { stemOf } from "./importers.js";
import { parseTypeScript } from "../merge/source/source.js";
import { moduleFrom } from "../views/modules.js";

/**
 * Lets a text import generated files from where they are now. After a file was moved, your text and the baseline import
 * the same file by two paths. Without this update, a merge would take your path for an edit and keep the import, even
 * if the configuration no longer needs it.
 *
 * @param places The paths that the text may have been written for. The first one that leads to a generated file counts.
 * @param to The path that the text will have.
 * @param moved The current paths of generated files, as in `Tree`.
 */
export function followMovedFiles(
  text: string,
  places: readonly string[],
  to: string,
  moved: ReadonlyMap<string, string>,
): string {
  const file = parseTypeScript(text);
  let result = text;
  for (const statement of file.statements.toReversed()) {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
    const specifier = statement.moduleSpecifier;
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith("."))
      continue;
    const [target] = places.flatMap(
      (place) => moved.get(stemOf(path.posix.join(path.posix.dirname(place), specifier.text))) ?? [],
    );
    if (target === undefined) continue;
    const [start, end] = [specifier.getStart(file) + 1, specifier.end - 1];
    result = result.slice(0, start) + moduleFrom(to, target).slice(1, -1) + result.slice(end);
  }
  return result;
}
