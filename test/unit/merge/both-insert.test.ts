import * as prettier from "prettier";
import { expect, test } from "vitest";
import { merge } from "./merged.js";

// You and the generator add something to one list, each at every place: both are there, formatted as the rest.

interface List {
  readonly print: (items: readonly string[]) => string;
  readonly item: (name: string) => string;
  readonly yours: readonly string[];
  /** Whether a blank line separates the items. */
  readonly isSpaced?: true;
}

const lists: Readonly<Record<string, List>> = {
  class: {
    print: (items) => `export class A extends B<Row> {\n${items.join("\n\n")}\n}\n`,
    item: (name) => `  /** Doc. */\n  ${name}(a: number) {\n    return this.all(a);\n  }`,
    yours: ["  own = 1;", "  own() {\n    return 1;\n  }", "  /** Ours. */\n  own() {\n    return 1;\n  }"],
    isSpaced: true,
  },
  interface: {
    print: (items) => `export interface A {\n${items.join("\n")}\n}\n`,
    item: (name) => `  /** Doc. */\n  ${name}: string;`,
    yours: ["  own: number;", "  /** Ours. */\n  own(): void;"],
  },
  object: {
    print: (items) => `export const a = z.object({\n${items.join("\n")}\n});\n`,
    item: (name) => `  ${name}: field.string(),`,
    yours: ["  own: field.int(),", "  own: field.int().refine((value) => {\n    return value > 3;\n  }),"],
  },
  routes: {
    print: (items) =>
      `export function r() {\n  const router = Router();\n  router.get("/", list);\n\n${items.map((each) => `${each}\n\n`).join("")}  return router;\n}\n`,
    item: (name) => `  router.get("/${name}", async (req, res) => {\n    res.json(${name});\n  });`,
    yours: ['  router.get("/own", own);', '  router.post("/own", (req, res) => {\n    res.end(own);\n  });'],
    isSpaced: true,
  },
  file: {
    print: (items) => `// @data-api a\nimport { z } from "k";\n\n${items.join("\n\n")}\n`,
    item: (name) => `/** Doc. */\nexport const ${name} = z.object({\n  a: 1,\n});`,
    yours: ["export const own = 1;", "export function own() {\n  return 1;\n}"],
    isSpaced: true,
  },
};

const names = ["a", "b"];

test.each(Object.entries(lists))(
  "items that you and the generator add at any place of a list are both there and formatted: %s",
  async (_, { print, item, yours: own, isSpaced }) => {
    const format = (items: readonly string[]) => prettier.format(print(items), { parser: "typescript" });
    for (let size = 0; size <= names.length; size++) {
      const items = names.slice(0, size).map(item);
      const base = await format(items);
      for (let at = 0; at <= size; at++) {
        const next = await format(items.toSpliced(at, 0, item("x"), item("y")));
        for (let place = 0; place <= size; place++) {
          for (const mine of own) {
            const yours = await format(items.toSpliced(place, 0, mine));
            const { text, conflicts } = merge(base, yours, next);
            const about = `${yours}\n${next}\n${text}`;
            expect(conflicts, about).toEqual([]);
            expect(await prettier.format(text, { parser: "typescript" }), about).toBe(text);
            for (const part of [...items, item("x"), item("y"), mine])
              expect(text.split(isSpaced === true ? `\n${part}\n` : part).length, about).toBe(2);
            if (isSpaced === true) expect(text, about).not.toMatch(/^(?: {2})?\}(?:\);)?\n(?: {2})?[^\s}]/m);
          }
        }
      }
    }
  },
);
