import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { OutputFolder } from "../../generator/files/output-folder.js";
import { blog, entity, setHeader, withEntities } from "./case.js";
import { applyEdit } from "./edits.js";
import { regenerate } from "./planned.js";
import { Workspace } from "./workspace.js";

/** A folder on a case-insensitive file system. A file keeps the case of its first name. */
class CaselessFolder extends OutputFolder {
  override exists(file: string): boolean {
    return super.exists(this.#find(file));
  }
  override read(file: string): string | undefined {
    return super.read(this.#find(file));
  }
  override readFirstLine(file: string): string | undefined {
    return super.readFirstLine(this.#find(file));
  }
  override isReadOnly(file: string): boolean {
    return super.isReadOnly(this.#find(file));
  }
  override isSame(file: string, other: string): boolean {
    return super.isSame(this.#find(file), this.#find(other));
  }
  override list(folder: string): readonly string[] {
    return super.list(this.#find(folder));
  }
  override write(file: string, text: string): void {
    super.write(this.#find(file), text);
  }
  override remove(file: string, successor?: string): void {
    const place =
      successor === undefined
        ? undefined
        : path.posix.join(this.#find(path.posix.dirname(successor)), path.posix.basename(successor));
    super.remove(this.#find(file), place);
  }

  /** The path in its case on disk. */
  #find(file: string): string {
    let place = "";
    for (const part of file.split("/")) {
      const folder = path.join(this.root, place);
      const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
      const name = names.find((each) => each.toLowerCase() === part.toLowerCase()) ?? part;
      place = path.posix.join(place, name);
    }
    return place;
  }
}

function byLetters(tree: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(tree).map(([file, text]) => [file.toLowerCase(), text]));
}

test("an entity's name in different case loses no edits on a case-insensitive file system", async () => {
  const [caseless, ordinary] = [new Workspace(), new Workspace()];
  const next = withEntities({ blogPost: entity({ table: "blogpost" }) });
  for (const [workspace, Folder] of [
    [caseless, CaselessFolder] as const,
    [ordinary, OutputFolder] as const,
  ]) {
    await regenerate(blog(), new Folder(workspace.out));
    await applyEdit(workspace, setHeader);
    await regenerate(next, new Folder(workspace.out));
  }
  expect(byLetters(caseless.tree())).toEqual(byLetters(ordinary.tree()));
  expect(caseless.read("blogpost/blogPost.routes.ts")).toContain("X-Seen");
  const before = caseless.snapshot();
  await regenerate(next, new CaselessFolder(caseless.out));
  expect(caseless.snapshot()).toEqual(before);
});
