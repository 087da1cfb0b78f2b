import fc from "fast-check";

/** An edit of a generated file by a user. `mark` is a word that occurs nowhere else. */
export interface Edit {
  readonly kind: EditKind;
  /** Selects one of the places where the edit is possible. */
  readonly place: number;
}

type EditKind = keyof typeof places;

/** For each kind of edit: the places where it can be made, and the text that it writes. */
const places = {
  /** Below a member or statement at the end of a line. */
  method: [/^ {2}\}$/gm, (mark: string) => `\n\n  /** Ours. */\n  async ${mark}() {\n    return 1;\n  }`],
  /** At the beginning of a class, which may be empty. */
  first: [/^export class .*\{/gm, (mark: string) => `\n  async ${mark}() {\n    return 1;\n  }\n`],
  property: [/^export class .*\{/gm, (mark: string) => `\n  ${mark} = 1;\n`],
  route: [
    /^ {2}\}\);$/gm,
    (mark: string) => `\n\n  router.post("/${mark}", async (req, res) => {\n    res.end();\n  });`,
  ],
  member: [/^ {2}\w+: .*[,;]$/gm, (mark: string, at: string) => `\n  ${mark}: string${at.slice(-1)}`],
  entry: [/^ {4}\w+: \{.*\},$/gm, (mark: string) => `\n    ${mark}: {},`],
  chain: [/^\}\)(?=;$)/gm, (mark: string) => `.refine(${mark})`],
  trim: [/^ {2}\w+: field\.string\(.*?\)(?=,$)/gm, (mark: string) => `.${mark}()`],
  line: [/^ {4}const .*;$/gm, (mark: string) => `\n    ${mark}();`],
  declaration: [/^(\}|\}\);|\}\)\.\w+;)$/gm, (mark: string) => `\n\nexport const ${mark} = 1;`],
  type: [/^export type .*;$/gm, (mark: string) => `\nexport type ${mark} = string;`],
  remark: [/^ {2}\w+: .*,$/gm, (mark: string) => ` // ${mark}`],
  note: [/^(\}|\}\);)$/gm, (mark: string) => `\n\n// ${mark}`],
  argument: [/\b(?:authorize\(caller|header\("x-\d")/g, (mark: string) => `, ${mark}`],
  step: [/^ {4}(?:const|res|query|return)\b.*;$/gm, (mark: string) => `\n    void ${mark};`],
  lookAlike: [
    /^(\}|\}\);)$/gm,
    (mark: string) => `\n\nexport const ${mark} = \`\n<<<<<<< HEAD\n=======\n\`;`,
  ],
  binding: [/^import \{ \w+/gm, (mark: string) => `, ${mark}`],
  import: [/^import .*;$/gm, (mark: string) => `\nimport ${mark} from "./${mark.slice(1)}.js";`],
} as const satisfies Record<string, readonly [RegExp, (mark: string, at: string) => string]>;

const kinds = Object.keys(places) as EditKind[];

export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...kinds), place: fc.nat(20) }),
  { minLength: 1, maxLength: 5 },
);

export interface Edited {
  readonly text: string;
  readonly marks: readonly string[];
}

export function applyEdits(text: string, all: readonly Edit[]): Edited {
  const marks: string[] = [];
  let now = text;
  for (const [index, { kind, place }] of all.entries()) {
    const [pattern, write] = places[kind];
    const found = [...now.matchAll(pattern)];
    const at = found[place % Math.max(1, found.length)];
    if (at === undefined) continue;
    const mark = `mine${index}x`;
    const end = at.index + at[0].length;
    now = now.slice(0, end) + write(mark, at[0]) + now.slice(end);
    marks.push(mark);
  }
  return { text: now, marks };
}

/** Deletes one thing that a user may not want: a method, a route, a member or an entry. */
export function deleteOne(text: string, place: number): string {
  const found = [
    ...text.matchAll(
      /\n(\n {2}(\/\*\*.*\n {2})?(async|router).*\n( {4}.*\n)* {2}\}(\);)?| {2}\w+: .*[,;])(?=\n)/g,
    ),
  ];
  const at = found[place % Math.max(1, found.length)];
  return at === undefined ? text : text.slice(0, at.index) + text.slice(at.index + at[0].length);
}

/** Swaps two neighbours. */
export function swapMembers(text: string, place: number): string {
  const found = [...text.matchAll(/(?<=\n)( {2}\w+: .*[,;]\n)( {2}\w+: .*[,;]\n)/g)];
  const at = found[place % Math.max(1, found.length)];
  if (at === undefined) return text;
  return text.slice(0, at.index) + (at[2] ?? "") + (at[1] ?? "") + text.slice(at.index + at[0].length);
}
