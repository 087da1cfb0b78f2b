import { describe, expect, it } from "vitest";

import { listEdits } from "../../../generator/merge/index.js";
import { repositoryFile, routesFile, schemaFile } from "./generated.js";
import { edit, edits } from "./merged.js";

describe("listEdits", () => {
  it("listEdits lists edited, added and deleted units, with their lines", () => {
    const yours = edits(
      repositoryFile,
      [".count();", ".total();"],
      ['  readonly table = "blogpost";\n\n', ""],
      [
        "    await this.delete(id, grant);\n  }\n",
        "    await this.delete(id, grant);\n  }\n\n  /** Ours. */\n  own() {}\n",
      ],
    );
    expect(listEdits(repositoryFile, yours)).toEqual([
      { unit: "class BlogpostRepository.count", kind: "edited", line: 15 },
      { unit: "class BlogpostRepository.own", kind: "added", line: 25 },
      { unit: "class BlogpostRepository.table", kind: "deleted" },
    ]);
  });

  it("listEdits lists routes, members, imports, chains and whole declarations", () => {
    const routes = edits(
      routesFile,
      ["res.status(204)", "res.status(200)"],
      ["authorize, parsePage", "authorize, own, parsePage"],
    );
    expect(listEdits(routesFile, routes)).toEqual([
      { unit: 'import "data-api/kit"', kind: "edited", line: 2 },
      { unit: 'function blogpostRoutes.router.delete("/:id")', kind: "edited", line: 24 },
    ]);
    const schema = edits(
      schemaFile,
      ["  title: field.string(),\n});", "  title: field.text(),\n}).strict();"],
      ["export type Blogpost = z.output<typeof blogpostSchema>;\n", ""],
    );
    expect(listEdits(schemaFile, schema)).toEqual([
      { unit: "const blogpostSchema", kind: "edited", line: 5 },
      { unit: "const blogpostSchema.title", kind: "edited", line: 7 },
      { unit: "type Blogpost", kind: "deleted" },
    ]);
  });

  it("listEdits lists the declaration if the edit has no line of its own", () => {
    const yours = edit(
      schemaFile,
      "z.object({ title: field.string({ maxLength: 200 }) })",
      "z.object({ title: field.string({ maxLength: 300 }) })",
    );
    expect(listEdits(schemaFile, yours)).toEqual([
      { unit: "const blogpostChangesSchema", kind: "edited", line: 14 },
    ]);
  });

  it("listEdits does not count a missing semicolon before a comment as an edit", () => {
    expect(listEdits("a(); // why\n", "a() // why\n")).toEqual([]);
  });

  it("listEdits does not count formatting, order and line ends as edits", () => {
    const yours = `\uFEFF${schemaFile.replaceAll("\n", "\r\n").replaceAll('"', "'").replaceAll(";", "").replaceAll("  ", "\t")}`;
    expect(listEdits(schemaFile, yours)).toEqual([]);
    expect(
      listEdits(
        schemaFile,
        edits(
          schemaFile,
          ["  id: field.int(),\n", ""],
          ["title: field.string(),\n", "title: field.string(),\n  id: field.int(),\n"],
        ),
      ),
    ).toEqual([]);
  });
});
