import { createHash, type Hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Output } from "./outputs.js";
import { withoutUnusedImports } from "./files/unused-imports.js";

/** The input of a rendered text. */
export type Rendered = Pick<Output, "template" | "view">;
type Template = (view: object) => string;

const sources = new Map<string, string>();
const templates = new Map<string, Template>();

/** Renders a file without formatting it. A name that is missing in the view is an error. */
export async function renderOutput({ template, view }: Rendered): Promise<string> {
  // Imported late, because a run without changes renders nothing.
  const { default: handlebars } = await import("handlebars");
  let render = templates.get(template);
  if (render === undefined) {
    render = handlebars.compile(sourceOf(template), { noEscape: true, strict: true });
    templates.set(template, render);
  }
  return withoutUnusedImports(render(view));
}

/**
 * A hash of everything that a rendered and formatted text depends on, which is cheaper than rendering.
 * @param format The Prettier options.
 * @param more What else the hash shall cover.
 */
export function hashOfRendered({ template, view }: Rendered, format: object, more = ""): string {
  return hashBefore(template, format)
    .copy()
    .update(`${JSON.stringify(view)}${more}`)
    .digest("base64url");
}

const started = new WeakMap<object, Map<string, Hash>>();

/** The hash after the template and the format, which many files share. */
function hashBefore(template: string, format: object): Hash {
  const ofFormat = started.get(format) ?? new Map<string, Hash>();
  started.set(format, ofFormat);
  let hash = ofFormat.get(template);
  if (hash === undefined) {
    hash = createHash("sha256").update(`${JSON.stringify(format)}\n${sourceOf(template)}\n`);
    ofFormat.set(template, hash);
  }
  return hash;
}

function sourceOf(template: string): string {
  let source = sources.get(template);
  if (source === undefined) {
    source = readFileSync(new URL(`../templates/${template}`, import.meta.url), "utf8");
    sources.set(template, source);
  }
  return source;
}
