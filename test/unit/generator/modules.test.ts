import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { moduleFrom } from "../../../generator/views/modules.js";
import { runs } from "../../runs.js";

test("generated code imports a module by its path from the folder of the importer", () => {
  const part = fc.constantFrom("a", "b", "ab", ".data-api", "a.b", "..a", ".", "..", "");
  const file = fc
    .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom("a", "b", "a.b"))
    .map(([folders, name]) => [...folders, `${name}.ts`].join("/"))
    .filter((each) => !each.startsWith("/"));
  fc.assert(
    fc.property(file, file, (from, to) => {
      const relative = path.posix.relative(path.posix.dirname(from), to).replace(/\.ts$/, ".js");
      expect(moduleFrom(from, to)).toBe(
        JSON.stringify(relative.startsWith("../") ? relative : `./${relative}`),
      );
    }),
    { seed: 20_261_129, numRuns: runs(500) },
  );
});
