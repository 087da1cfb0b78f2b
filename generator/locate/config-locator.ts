import { ts } from "ts-morph";
import { safeKey } from "../../runtime/config/check-shape.js";
import { findItem, findMember, type FoundMember } from "./find-member.js";
import { followExpression } from "./follow-expression.js";
import { exportOf } from "./module-names.js";
import { SourceFiles } from "./source-files.js";
import { toSourcePlace, type SourcePlace } from "./source-place.js";

/**
 * Finds the places of options in a configuration file. Reads the sources of the file and of its imports, because
 * running the file a second time would not show places.
 */
export class ConfigLocator {
  readonly #files = new SourceFiles();
  readonly #root: ts.Expression | undefined;

  /** @param file The absolute path of the configuration file. */
  constructor(file: string) {
    const exported = exportOf(this.#files.at(file), "default", this.#files);
    this.#root = exported?.kind === "expression" ? this.#follow(exported.expression) : undefined;
  }

  /**
   * The place of an option by its path, such as `entities.blogpost.fields.title.type`, or else of the nearest
   * option around it that is found. `undefined` if not even the configuration is found in the file.
   */
  locate(path: string): SourcePlace | undefined {
    if (this.#root === undefined) return undefined;
    this.#files.restart();
    let node: ts.Node = this.#root;
    let value: ts.Expression | undefined = this.#root;
    let rest: string | undefined = path;
    while (value !== undefined && rest !== undefined && rest !== "") {
      const found = this.#find(value, rest);
      if (found === undefined) break;
      ({ node, value, rest } = found);
    }
    return placeOfNode(node);
  }

  #find(expression: ts.Expression, path: string): FoundMember | undefined {
    const follow = (each: ts.Expression) => this.#follow(each);
    const value = follow(expression);
    if (ts.isObjectLiteralExpression(value)) return findMember(value, (key) => without(path, key), follow);
    const [, index, rest = ""] = /^(\d+)(?:\.(.*))?$/s.exec(path) ?? [];
    return ts.isArrayLiteralExpression(value) && index !== undefined
      ? findItem(value, Number(index), rest, follow)
      : undefined;
  }

  #follow(expression: ts.Expression): ts.Expression {
    return followExpression(expression, this.#files);
  }
}

/** The rest of a path after its first key. `undefined` if the first key is another one. */
function without(path: string, key: string): string | undefined {
  const shown = safeKey(key);
  if (path === shown) return "";
  return path.startsWith(`${shown}.`) ? path.slice(shown.length + 1) : undefined;
}

/** An option is underlined with its value if both are on one line, otherwise only its name. */
function placeOfNode(node: ts.Node): SourcePlace {
  const source = node.getSourceFile();
  const start = node.getStart(source);
  const isOneLine = !source.text.slice(start, node.getEnd()).includes("\n");
  const name = ts.isObjectLiteralElementLike(node) ? node.name : undefined;
  return toSourcePlace(source, start, isOneLine || name === undefined ? node.getEnd() : name.getEnd());
}
