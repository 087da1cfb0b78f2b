import fs from "node:fs";
import path from "node:path";
import { format, type Options } from "prettier";
import type { Workspace } from "./workspace.js";

/** A manual edit, as data. The text to find must occur exactly once. */
export type Edit =
  | { readonly kind: "replace"; readonly file: string; readonly find: string; readonly text: string }
  | { readonly kind: "move" | "copy"; readonly file: string; readonly to: string }
  | { readonly kind: "remove"; readonly file: string }
  | { readonly kind: "write"; readonly file: string; readonly text: string; readonly encoding?: "latin1" }
  | { readonly kind: "transform"; readonly file: string; readonly how: keyof typeof transforms }
  | { readonly kind: "forbid"; readonly file: string }
  | { readonly kind: "link"; readonly file: string; readonly to: string };

export function replace(file: string, find: string, text: string): Edit {
  return { kind: "replace", file, find, text };
}

export function after(file: string, find: string, text: string): Edit {
  return { kind: "replace", file, find, text: find + text };
}

export function before(file: string, find: string, text: string): Edit {
  return { kind: "replace", file, find, text: text + find };
}

export function cut(file: string, find: string): Edit {
  return { kind: "replace", file, find, text: "" };
}

export function move(file: string, to: string): Edit {
  return { kind: "move", file, to };
}

export function copy(file: string, to: string): Edit {
  return { kind: "copy", file, to };
}

export function remove(file: string): Edit {
  return { kind: "remove", file };
}

export function write(file: string, text: string, encoding?: "latin1"): Edit {
  return { kind: "write", file, text, ...(encoding !== undefined && { encoding }) };
}

export function transform(file: string, how: keyof typeof transforms): Edit {
  return { kind: "transform", file, how };
}

/** Makes a file read-only. */
export function forbid(file: string): Edit {
  return { kind: "forbid", file };
}

/** A symbolic link. `to` is relative to the parent of the output folder. */
export function link(file: string, to: string): Edit {
  return { kind: "link", file, to };
}

const standard: Options = { parser: "typescript", singleQuote: true, semi: false, trailingComma: "none" };

export const transforms = {
  crlf: (text: string) => text.replaceAll("\n", "\r\n"),
  bom: (text: string) => `\uFEFF${text}`,
  tabs: (text: string) => text.replaceAll(/^(?: {2})+/gm, (spaces) => "\t".repeat(spaces.length / 2)),
  /** Another formatting style: no semicolons, single quotes, narrow lines, four spaces. */
  reformat: (text: string) => format(text, { ...standard, printWidth: 60, tabWidth: 4 }),
  /** Resolves git conflicts to their second side. */
  theirs: (text: string) => text.replaceAll(/^<<<<<<<.*\n[^]*?^=======\n([^]*?)^>>>>>>>.*\n/gm, "$1"),
  /** Resolves all conflicts, git's and the generator's, to their first side. */
  yours: (text: string) =>
    text.replaceAll(/^<<<<<<<.*\n([^]*?)^(?:\|{7}.*\n[^]*?)?^=======\n[^]*?^>>>>>>>.*\n/gm, "$1"),
  reverseRoutes: (text: string) => {
    const handlers = [...text.matchAll(/^ {2}router\.\w+\("[^]*?^ {2}\}\);\n\n/gm)].map(([whole]) => whole);
    const rest = handlers.reduce((left, handler) => left.replace(handler, ""), text);
    return rest.replace("  return router;", () => `${handlers.toReversed().join("")}  return router;`);
  },
} as const satisfies Record<string, (text: string) => string | Promise<string>>;

/** Whether a transformation changes nothing that the compiler sees. */
export function isStyle(how: keyof typeof transforms): boolean {
  return ["crlf", "bom", "tabs", "reformat"].includes(how);
}

/** Applies an edit. @throws If it does not apply, which is a mistake in the case. */
export async function applyEdit(workspace: Workspace, edit: Edit): Promise<void> {
  const place = (file: string): string => path.join(workspace.out, file);
  switch (edit.kind) {
    case "replace": {
      const parts = workspace.read(edit.file).split(edit.find);
      if (parts.length !== 2)
        throw new Error(`${edit.file} has ${parts.length - 1} times: ${JSON.stringify(edit.find)}`);
      workspace.write(edit.file, parts.join(edit.text));
      return;
    }
    case "move":
    case "copy":
      workspace.write(edit.to, workspace.read(edit.file));
      if (edit.kind === "move") workspace.remove(edit.file);
      return;
    case "remove":
      workspace.remove(edit.file);
      return;
    case "write":
      workspace.write(edit.file, edit.text);
      if (edit.encoding !== undefined) fs.writeFileSync(place(edit.file), edit.text, edit.encoding);
      return;
    case "transform": {
      const before = workspace.read(edit.file);
      const text = await transforms[edit.how](before);
      if (text === before) throw new Error(`${edit.how} changes nothing in ${edit.file}.`);
      workspace.write(edit.file, text);
      return;
    }
    case "forbid":
      fs.chmodSync(place(edit.file), 0o444);
      return;
    case "link": {
      const target = path.join(workspace.folder, edit.to);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      if (fs.existsSync(place(edit.file))) fs.renameSync(place(edit.file), target);
      else fs.mkdirSync(target);
      fs.symlinkSync(target, place(edit.file));
    }
  }
}
