import { quoted } from "../../one-line.js";
import type {
  Argument,
  Attribute,
  Expression,
  PrismaEnum,
  PrismaField,
  PrismaModel,
  PrismaSchema,
  PrismaSettings,
} from "./prisma-schema.js";
import { mistakeAt, readPrismaTokens, type TokenPlace, type PrismaToken } from "./prisma-tokens.js";

/** The deepest nesting of lists and calls, which a recursive parser must limit. */
const MAX_DEPTH = 20;

/**
 * Parses the text of a schema file (prisma.io/docs/orm/reference/prisma-schema-reference).
 * @throws {CommandError} that names line and column.
 */
export function parsePrisma(file: string, source: string): PrismaSchema {
  const tokens = readPrismaTokens(file, source);
  const [datasources, models, enums]: [PrismaSettings[], PrismaModel[], PrismaEnum[]] = [[], [], []];
  let index = 0;
  for (;;) {
    const description = comments();
    if (peek().kind === "end") return { datasources, models, enums };
    const keyword = take("name", "model, view, enum, datasource or generator");
    if (keyword.text === "model" || keyword.text === "view") {
      const { items: fields, ...model } = block(keyword.text, field);
      models.push({ ...model, fields, description, isView: keyword.text === "view" });
    } else if (keyword.text === "enum") {
      const { items: values, ...enumeration } = block(keyword.text, enumValue);
      enums.push({ ...enumeration, values });
    } else if (keyword.text === "datasource") datasources.push(settings());
    else if (keyword.text === "generator") settings();
    else if (keyword.text === "type")
      throw mistakeAt(keyword, `"type" is for MongoDB, which is not supported here.`);
    else
      throw mistakeAt(
        keyword,
        `found ${quoted(keyword.text)}, expected model, view, enum, datasource or generator.`,
      );
  }

  /** The next token that is not a comment. A file ends with a token. */
  function peek(): PrismaToken {
    let next = index;
    while (tokens[next]?.kind === "comment") next++;
    return tokens[next] as PrismaToken;
  }

  /** Takes the next token, with the comments before it. */
  function skip(): void {
    while (tokens[index]?.kind === "comment") index++;
    index++;
  }

  function take(kind: PrismaToken["kind"], expected: string): PrismaToken {
    const token = peek();
    if (token.kind !== kind) throw expectedAt(token, expected);
    skip();
    return token;
  }

  /** Whether the next token is this mark, which is then taken. */
  function takes(mark: string): boolean {
    const { kind, text } = peek();
    if (kind !== "mark" || text !== mark) return false;
    skip();
    return true;
  }

  function takeMark(mark: string): void {
    if (!takes(mark)) throw expectedAt(peek(), `"${mark}"`);
  }

  function expectedAt(token: PrismaToken, expected: string): Error {
    const found = token.kind === "end" ? "the end of the file" : quoted(token.text);
    return mistakeAt(token, `found ${found}, expected ${expected}.`);
  }

  /** The `///` comments before the next token, which describe what follows. */
  function comments(): string | undefined {
    const lines: string[] = [];
    for (let token = tokens[index]; token?.kind === "comment"; token = tokens[++index])
      lines.push(token.text);
    return lines.join(" ").trim() || undefined;
  }

  /** The `///` comment after the last token on its line. */
  function trailingComment(): string | undefined {
    const [last, next] = [tokens[index - 1], tokens[index]];
    if (next?.kind !== "comment" || next.line !== last?.line) return undefined;
    index++;
    return next.text || undefined;
  }

  /** A block of items, with their comments, and attributes. */
  function block<T>(keyword: string, item: (comment: string | undefined) => T) {
    const { text: name, ...place } = take("name", `the name of the ${keyword}`);
    const items: T[] = [];
    const attributes: Attribute[] = [];
    takeMark("{");
    for (;;) {
      const comment = comments();
      if (takes("}")) return { name, place, items, attributes };
      if (takes("@@")) attributes.push(attribute());
      else items.push(item(comment));
    }
  }

  function field(comment: string | undefined): PrismaField {
    const { text: name, ...place } = take("name", `a field, "@@" or "}"`);
    const { text: type, ...typePlace } = take("name", `the type of the field "${name}"`);
    const unsupported = type === "Unsupported" ? unsupportedType() : undefined;
    const isList = takes("[");
    if (isList) takeMark("]");
    const isOptional = takes("?");
    if (takes("!"))
      throw mistakeAt(typePlace, `a "!" is not known after a type: a field is required without it.`);
    const attributes = fieldAttributes();
    const description =
      [comment, trailingComment()].filter((line) => line !== undefined).join(" ") || undefined;
    return { name, place, type, typePlace, unsupported, isList, isOptional, description, attributes };
  }

  function fieldAttributes(): readonly Attribute[] {
    const attributes: Attribute[] = [];
    while (takes("@")) attributes.push(attribute());
    return attributes;
  }

  function unsupportedType(): string {
    takeMark("(");
    const { text } = take("text", "the type in the database, in quotes");
    takeMark(")");
    return text;
  }

  function enumValue(): PrismaEnum["values"][number] {
    const { text: name } = take("name", `a value, "@@" or "}"`);
    return { name, attributes: fieldAttributes() };
  }

  function settings(): PrismaSettings {
    const { text: name, ...place } = take("name", "a name");
    const found = new Map<string, Expression>();
    takeMark("{");
    while (!takes("}")) {
      const key = take("name", `a setting or "}"`);
      takeMark("=");
      found.set(key.text, expression(0));
    }
    return { name, place, settings: found };
  }

  function attribute(): Attribute {
    const { text: name, ...place } = dottedName("the name of an attribute");
    return { name, place, arguments: takes("(") ? argumentsIn(0) : [] };
  }

  function dottedName(expected: string): PrismaToken {
    const first = take("name", expected);
    let { text } = first;
    while (takes(".")) text += `.${take("name", "a name").text}`;
    return { ...first, text };
  }

  /** The items up to a closing mark, with the mark. */
  function listed<T>(end: string, item: () => T): readonly T[] {
    const found: T[] = [];
    while (!takes(end)) {
      found.push(item());
      if (takes(",")) continue;
      takeMark(end);
      break;
    }
    return found;
  }

  /** The arguments after a `(`, with the `)`. */
  function argumentsIn(depth: number): readonly Argument[] {
    return listed(")", () => argument(depth));
  }

  function argument(depth: number): Argument {
    const value = expression(depth);
    if (value.kind !== "name" || !takes(":")) return { name: undefined, value };
    return { name: value.text, value: expression(depth) };
  }

  function expression(depth: number): Expression {
    const token = peek();
    const place: TokenPlace = { file, line: token.line, column: token.column };
    if (depth > MAX_DEPTH) throw mistakeAt(place, `more than ${MAX_DEPTH} lists and calls are nested here.`);
    if (takes("[")) return { kind: "list", items: listed("]", () => expression(depth + 1)), place };
    // The condition of a partial index. That it is there is all that matters here.
    if (takes("{")) return { kind: "list", items: members(depth + 1), place };
    if (token.kind === "text" || token.kind === "number") {
      skip();
      return { kind: token.kind, text: token.text, place };
    }
    const { text } = dottedName("a value");
    return takes("(")
      ? { kind: "call", text, arguments: argumentsIn(depth + 1), place }
      : { kind: "name", text, place };
  }

  /** The values after a `{`, with the `}`. */
  function members(depth: number): readonly Expression[] {
    const found: Expression[] = [];
    while (!takes("}")) {
      take("name", `a name or "}"`);
      takeMark(":");
      found.push(expression(depth));
      takes(",");
    }
    return found;
  }
}
