import { readFileSync } from "node:fs";
import path from "node:path";

/** One edit of the user, one change of the template, and the expected result. */
export interface Trial {
  readonly name: string;
  readonly base: string;
  readonly yours: string;
  readonly next: string;
  /** `undefined` means that the user must decide. */
  readonly expected: string | undefined;
}

const golden = path.join(import.meta.dirname, "../../golden/blog/expected/blogpost/blogpost.routes.ts");

/** The generated routes, and the same routes with the steps of every handler inside a block. */
const files = (): Readonly<Record<string, string>> => {
  // Each step is on a line of its own, including calls with many arguments and conditional expressions.
  const flat = readFileSync(golden, "utf8")
    .replaceAll(
      /\(\n\s+((?:[^()]|\([^()]*\))*?),?\n\s+\);/g,
      (_, list: string) => `(${list.replaceAll(/\n\s+/g, " ")});`,
    )
    .replaceAll(/\n\s+(?=[?:] )/g, " ");
  const nested = flat.replaceAll(
    /((?:=> \{|\) \{)\n)((?: {4}.*\n)+)(?= {2}\})/g,
    (_, open: string, steps: string) =>
      `${open}    if (isOpen) {\n${steps.replaceAll(/^/gm, "  ").trimEnd()}\n    }\n`,
  );
  return { flat, nested };
};

/** The steps of a handler: consecutive lines that are indented one level more than the handler. */
interface Handler {
  readonly before: string;
  readonly steps: readonly string[];
  readonly after: string;
}

function handlersOf(text: string, indent: string): readonly Handler[] {
  return [...text.matchAll(new RegExp(`(?<=\\{\\n)(?:${indent}\\S.*\\n)+`, "g"))]
    .map((found) => ({
      before: text.slice(0, found.index),
      steps: found[0].split("\n").slice(0, -1),
      after: text.slice(found.index + found[0].length),
    }))
    .filter(({ steps }) => steps.length > 2);
}

/** A change of a list of steps: its place, and the new lines. */
interface Change {
  readonly name: string;
  readonly at: number;
  readonly kind: "insert" | "replace";
  readonly lines: readonly string[];
}

function apply(steps: readonly string[], changes: readonly Change[]): readonly string[] {
  const result: string[] = [];
  for (let at = 0; at <= steps.length; at++) {
    for (const { kind, lines } of changes.filter((change) => change.at === at && change.kind === "insert"))
      if (kind === "insert") result.push(...lines);
    const replaced = changes.find((change) => change.at === at && change.kind === "replace");
    result.push(...(replaced?.lines ?? steps.slice(at, at + 1)));
  }
  return result;
}

function changesOf(steps: readonly string[], indent: string, word: string): readonly Change[] {
  return [
    ...Array.from({ length: steps.length + 1 }, (_, at) => ({
      name: `${word} adds a step at ${at}`,
      at,
      kind: "insert" as const,
      lines: [`${indent}void ${word}(req);`],
    })),
    ...steps.flatMap((step, at): Change[] => [
      { name: `${word} removes ${at}`, at, kind: "replace", lines: [] },
      {
        name: `${word} adds an argument at ${at}`,
        at,
        kind: "replace",
        lines: [step.replace(/\)(?=;?$)/, `, ${word})`)],
      },
      {
        name: `${word} calls something else at ${at}`,
        at,
        kind: "replace",
        lines: [step.replace(/(\w+)(?=[(<])/, `$1${word}`)],
      },
    ]),
  ];
}

/** Every edit of a handler, with every change of another step of the same handler. */
export function stepTrials(): readonly Trial[] {
  return Object.entries(files()).flatMap(([name, text]) => {
    const indent = name === "nested" ? "      " : "    ";
    return handlersOf(text, indent).flatMap(({ before, steps, after }, handler) =>
      changesOf(steps, indent, "mine").flatMap((mine) =>
        changesOf(steps, indent, "theirs").flatMap((theirs): Trial[] => {
          // Two changes of the same step are equal or a conflict.
          if (mine.kind === "replace" && theirs.kind === "replace" && mine.at === theirs.at) return [];
          const print = (...changes: readonly Change[]): string =>
            before + [...apply(steps, changes), ""].join("\n") + after;
          const isOpen = mine.kind === "insert" && theirs.kind === "insert" && mine.at === theirs.at;
          return [
            {
              name: `${name} handler ${handler}: ${mine.name}, ${theirs.name}`,
              base: text,
              yours: print(mine),
              next: print(theirs),
              expected: isOpen ? undefined : print(mine, theirs),
            },
          ];
        }),
      ),
    );
  });
}

/** A field's schema as data. */
interface Field {
  readonly options: readonly (readonly [name: string, value: string])[];
  readonly calls: readonly (readonly [name: string, args: string])[];
}

type Layout = "one line" | "broken";

function printField({ options, calls }: Field, layout: Layout): string {
  const given = options.map(([name, value]) => `${name}: ${value}`).join(", ");
  const chain = [`string(${given && `{ ${given} }`})`, ...calls.map(([name, args]) => `${name}(${args})`)];
  return layout === "one line"
    ? `  title: ${["field", ...chain].join(".")},`
    : `  title: field\n${chain.map((call) => `    .${call}`).join("\n")},`;
}

interface FieldChange {
  readonly name: string;
  /** The changed part: two changes of the same part are a conflict. */
  readonly touches: string;
  readonly do: (field: Field) => Field;
}

const addOption = (name: string, value: string): FieldChange => ({
  name: `adds ${name}`,
  touches: "end of the options",
  do: ({ options, calls }) => ({ options: [...options, [name, value]], calls }),
});
const addCall = (name: string, args: string): FieldChange => ({
  name: `adds .${name}()`,
  touches: `.${name}`,
  do: ({ options, calls }) => ({ options, calls: [...calls, [name, args]] }),
});
const put = (all: Field["calls"], name: string, args?: string): Field["calls"] =>
  all.flatMap((each) => (each[0] === name ? (args === undefined ? [] : [[name, args] as const]) : [each]));
const option = (name: string, value?: string): FieldChange => ({
  name: `${value === undefined ? "removes" : "changes"} ${name}`,
  touches: name,
  do: ({ options, calls }) => ({ options: put(options, name, value), calls }),
});
const call = (name: string, args?: string): FieldChange => ({
  name: `${args === undefined ? "removes" : "changes"} .${name}()`,
  touches: `.${name}`,
  do: ({ options, calls }) => ({ options, calls: put(calls, name, args) }),
});

const fields: readonly Field[] = [
  { options: [], calls: [] },
  { options: [["maxLength", "50"]], calls: [] },
  {
    options: [
      ["minLength", "1"],
      ["maxLength", "50"],
    ],
    calls: [
      ["nullable", ""],
      ["default", '"a"'],
    ],
  },
];
const mineChanges = [
  addCall("trim", ""),
  addCall("describe", '"Mine."'),
  addOption("mine", "true"),
  option("minLength", "2"),
  option("minLength"),
  call("default", '"mine"'),
  call("default"),
];
const theirChanges = [
  addCall("nullish", ""),
  addOption("theirs", "1"),
  option("maxLength", "60"),
  option("maxLength"),
  call("nullable"),
  call("default", '"theirs"'),
];

/** Every edit of a chain of calls, with every change of another part of the chain. */
export function chainTrials(): readonly Trial[] {
  const print = (field: Field, layout: Layout): string =>
    `export const schema = z.object({\n${printField(field, layout)}\n});\n\nexport const other = 1;\n`;
  return fields.flatMap((field, index) =>
    mineChanges.flatMap((mine) =>
      theirChanges.flatMap((theirs) =>
        (["one line", "broken"] as const).flatMap((layout): Trial[] => {
          const [yours, next] = [mine.do(field), theirs.do(field)];
          if (
            mine.touches === theirs.touches ||
            JSON.stringify([yours, next]).includes(JSON.stringify(field))
          )
            return [];
          const both = theirs.do(yours);
          // One side removed the argument and the other side changed it.
          const isGone = field.options.length > 0 && next.options.length === 0 && mine.name === "adds mine";
          // Each side removed one half of the object.
          if (yours.options.length > 0 && next.options.length > 0 && both.options.length === 0) return [];
          return [
            {
              name: `field ${index}, ${layout}: mine ${mine.name}, theirs ${theirs.name}`,
              base: print(field, "one line"),
              yours: print(yours, layout),
              next: print(next, "one line"),
              expected: isGone ? undefined : print(both, layout),
            },
          ];
        }),
      ),
    ),
  );
}
