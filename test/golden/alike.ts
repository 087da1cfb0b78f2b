import fs from "node:fs";
import path from "node:path";

type Files = ReadonlyMap<string, string>;

/** For a folder, the entity whose files stand for equal ones of others. */
const models: Readonly<Record<string, string>> = { names: "blog_post", "all-types": "nullable" };
/** Its names and those of the entities alike: as configured, as a type, as a value. */
const LIST = "alike.txt";

interface Names {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** Adds the files that are not there because those of the model are equal, except for the names. */
export function withAlike(folder: string, files: Files): Files {
  const [model, ...others] = readList(folder);
  if (model === undefined) return files;
  const all = new Map([...files].filter(([file]) => file !== LIST));
  for (const names of others)
    for (const [file, text] of filesOf(model, files)) {
      const place = renamed(file, model, names);
      if (!all.has(place)) all.set(place, renamed(text, model, names));
    }
  return all;
}

/** Leaves these files out and adds the list, in a folder with a model. */
export function withoutAlike(folder: string, files: Files, entities: readonly string[]): Files {
  const chosen = models[folder];
  if (chosen === undefined) return files;
  const model = namesOf(chosen);
  const own = filesOf(model, files);
  const left = new Map(files);
  const alike = entities
    .filter((name) => name !== chosen)
    .map(namesOf)
    .filter((names) => {
      const same = own.filter(([file, text]) => {
        const place = renamed(file, model, names);
        return files.get(place) === renamed(text, model, names) && left.delete(place);
      });
      return same.length > 0;
    });
  const lines = [model, ...alike].map(({ name, type, value }) => `${name} ${type} ${value}\n`);
  return left.set(LIST, lines.join(""));
}

function readList(folder: string): readonly Names[] {
  const list = path.join(folder, LIST);
  if (!fs.existsSync(list)) return [];
  return fs
    .readFileSync(list, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [name = "", type = "", value = ""] = line.split(" ");
      return { name, type, value };
    });
}

function filesOf({ name }: Names, files: Files): readonly (readonly [string, string])[] {
  return [...files].filter(([file]) => file.split(/[/.]/).includes(name));
}

function renamed(text: string, model: Names, names: Names): string {
  return text
    .replaceAll(model.name, names.name)
    .replaceAll(model.type, names.type)
    .replaceAll(model.value, names.value);
}

function namesOf(name: string): Names {
  const words = name.split("_").map((word) => {
    const rest = word.slice(1);
    return word.charAt(0).toUpperCase() + (word === word.toUpperCase() ? rest.toLowerCase() : rest);
  });
  const type = words.join("");
  return { name, type, value: type.charAt(0).toLowerCase() + type.slice(1) };
}
