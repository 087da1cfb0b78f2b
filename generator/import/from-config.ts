import path from "node:path";
import { checkConfig } from "../../runtime/config/check-config.js";
import type { Config } from "../../runtime/config/config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { parseDatabaseUrl } from "../../runtime/database/dialects/database-url.js";
import { onlyYouKnow } from "../../runtime/database/schema/create-tables.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { ConfigProblem } from "../../runtime/errors/config-error.js";
import { CommandError } from "../command-error.js";
import { loadConfig } from "../config/load-config.js";
import { formatCode, type FormatOptions } from "../files/format.js";
import { oneLine } from "../one-line.js";
import { addressCode, withPassword } from "./from-database.js";
import { toCode, type Code } from "./import-source.js";
import { printMembers, printNotes } from "./print-entities.js";

type Members = Record<string, unknown>;

/** What the new configuration leaves out of one object, and what it gives instead. */
interface Edit {
  readonly without: Set<string>;
  readonly instead: Map<string, Code>;
  readonly notes: string[];
  readonly parts: Map<string, Edit>;
}

interface DerivedConfig {
  readonly code: string;
  /** What does not fit the new database, each with its reason. */
  readonly leftOut: readonly string[];
}

/**
 * A configuration that imports another one, for a new database of any kind. What this database cannot hold is left out:
 * the option if that is enough, else the field or the entity. A permission whose condition needs a field that is left out
 * is left out as a whole, so that no role may do more.
 * @param to The URL of the new database.
 * @param target The file that is written.
 * @throws {CommandError} if the configuration has mistakes of its own, or parts that cannot be left out.
 */
export async function fromConfig(
  source: string,
  to: string,
  target: string,
  format: FormatOptions,
): Promise<DerivedConfig> {
  if (source.endsWith(".json"))
    throw new CommandError(
      `"${source}" is JSON, which TypeScript cannot import with its types: copy it instead.`,
    );
  const original = await loadConfig(source);
  const mistakes = checkConfig(original);
  if (mistakes.length > 0)
    throw new CommandError(`"${source}" has mistakes: see "data-api validate --config ${source}".`);
  const database = withPassword(parseDatabaseUrl(to));
  const leftOut = new LeftOut({ ...original, database });
  leftOut.fit();
  const { database: address } = addressCode(database);
  const code = print(leftOut, importOf(source, target), address, /\.m?ts$/.test(target));
  return {
    code: await formatCode(code, format),
    leftOut: [...leftOut.reasons].map(([place, reason]) => `${place}: ${reason}`),
  };
}

function importOf(source: string, target: string): string {
  const relative = path.posix.normalize(
    path.relative(path.dirname(path.resolve(target)), path.resolve(source)).replaceAll(path.sep, "/"),
  );
  const file = relative.replace(/\.(m?)ts$/, ".$1js");
  return file.startsWith(".") ? file : `./${file}`;
}

/** Leaves out of a configuration what the product's own checks refuse for the new database. */
class LeftOut {
  /** By path. */
  readonly reasons = new Map<string, string>();
  readonly root = newEdit();
  #config: Members;

  constructor(config: object) {
    this.#config = structuredCopy(config) as Members;
  }

  /** @throws {CommandError} for a mistake that leaving out does not mend. */
  fit(): void {
    for (;;) {
      const [problem] = [...checkConfig(this.#config), ...this.#unknownTables()];
      if (problem === undefined) return;
      this.#leaveOut(problem);
    }
  }

  /** Tables that the server cannot create, because the configuration does not describe them in full. */
  #unknownTables(): readonly ConfigProblem[] {
    if (checkConfig(this.#config).length > 0) return [];
    const { entities, database } = resolveModel(this.#config as unknown as Config);
    return entities.flatMap((entity) => {
      const place = `entities.${entity.name}`;
      if (entity.schema !== undefined && dialects[database.dialect].schema.schemas === undefined)
        return [{ path: `${place}.schema`, message: "the new database has no schemas." }];
      if (entity.isReadOnly)
        return [{ path: place, message: "it is read-only: create its table or view yourself." }];
      return entity.fields.flatMap((field) => {
        const known = onlyYouKnow(field);
        if (known === undefined) return [];
        const option = field.filledBy === undefined ? "" : ".filledBy";
        return [{ path: `${place}.fields.${field.name}${option}`, message: `it has ${known}.` }];
      });
    });
  }

  #leaveOut({ path: place, message }: ConfigProblem): void {
    const steps = leavable(place.split("."), this.#config);
    if (steps === undefined) throw new CommandError(`"${place}" does not fit the new database: ${message}`);
    const [name, ...outer] = steps.toReversed();
    const inside = outer.toReversed();
    const owner = valueAt(this.#config, inside);
    if (name === undefined || owner === undefined) throw new CommandError(`"${place}": ${message}`);
    const left = steps.join(".");
    for (const former of this.reasons.keys()) if (former.startsWith(`${left}.`)) this.reasons.delete(former);
    this.reasons.set(left, message);
    const edit = editAt(this.root, Array.isArray(owner) ? inside.slice(0, -1) : inside);
    edit.notes.push(`Without "${name}": ${message}`);
    if (Array.isArray(owner)) {
      owner.splice(Number(name), 1);
      edit.instead.set(inside.at(-1) ?? "", toCode(owner));
      return;
    }
    const members = owner as Members;
    Reflect.deleteProperty(members, name);
    edit.without.add(name);
    edit.instead.delete(name);
    edit.parts.delete(name);
    // A field that nobody may write, and that the new database does not fill, has no value in new records.
    if (name === "filledBy" && members["isIgnoredOnCreate"] === true && members["isRequired"] === true) {
      members["isRequired"] = false;
      edit.instead.set("isRequired", "false");
    }
  }
}

/**
 * The path of what has to go: an option of a field or an entity, or the field, entity, operation or permission.
 * `undefined` if it has to stay.
 */
function leavable(place: readonly string[], config: Members): readonly string[] | undefined {
  const [group, name, part, inner, option] = place;
  if (group === "operations" && name !== undefined) return place.slice(0, 2);
  if (group !== "entities" || name === undefined || valueAt(config, place.slice(0, 2)) === undefined)
    return undefined;
  if (part === undefined || part === "primaryKey") return place.slice(0, 2);
  if (part === "permissions") return place.slice(0, option === undefined ? 4 : 5);
  if (part !== "fields") return place.slice(0, 3);
  if (inner === undefined) return place.slice(0, 2);
  const isOption =
    option !== undefined && option !== "type" && valueAt(config, place.slice(0, 5)) !== undefined;
  return place.slice(0, isOption ? 5 : 4);
}

function newEdit(): Edit {
  return { without: new Set(), instead: new Map(), notes: [], parts: new Map() };
}

function editAt(root: Edit, place: readonly string[]): Edit {
  return place.reduce((edit, name) => {
    const part = edit.parts.get(name) ?? newEdit();
    edit.parts.set(name, part);
    return part;
  }, root);
}

function valueAt(value: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>(
    (inner, name) => (typeof inner === "object" && inner !== null ? (inner as Members)[name] : undefined),
    value,
  );
}

/** Copies objects and lists, and keeps functions and instances of classes. */
function structuredCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(structuredCopy);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, structuredCopy(inner)]));
}

function print(
  { root, reasons }: LeftOut,
  source: string,
  address: Readonly<Record<string, Code>>,
  isTyped: boolean,
): string {
  const parts = printParts(root, "original");
  const helper = isTyped
    ? `function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as K))) as Omit<T, K>;
}`
    : `function without(value, ...names) {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}`;
  return `import { defineConfig } from "data-api";
import original from ${JSON.stringify(source)};

${reasons.size === 0 ? "" : `/** A copy without these members: the new database cannot hold them. */\n${helper}\n\n`}export default defineConfig({
  ...original,
  database: { ${printMembers(Object.entries(address))}},
  ${parts}});
`;
}

/** The members of an object that differ from those of the original. */
function printParts({ parts, instead }: Edit, original: string): string {
  const inner = [...parts].map(([name, edit]) => {
    const value = `${original}${/^[\w$]+$/.test(name) ? `.${name}` : `[${toCode(name)}]`}`;
    const rest = without(edit, value);
    const changed = printParts(edit, value);
    const code = changed === "" ? rest : `{\n...${rest},\n${changed}}`;
    return `${printNotes(edit.notes.map(oneLine))}${toCode(name)}: ${code},\n`;
  });
  return printMembers(instead) + inner.join("");
}

function without({ without: names }: Edit, value: string): string {
  return names.size === 0
    ? value
    : `without(${[value, ...[...names].map((name) => toCode(name))].join(", ")})`;
}
