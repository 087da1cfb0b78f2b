import { createHash, type Hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type handlebars from "handlebars";
import type { Output } from "./outputs.js";
import { withoutUnusedImports } from "./files/unused-imports.js";

/** The input of a rendered text. */
export type Rendered = Pick<Output, "template" | "view">;
type Template = (view: object) => string;

const sources = new Map<string, string>();
const templates = new Map<string, Promise<Template>>();

/** Renders a file without formatting it. A name that is missing in the view is an error. */
export async function renderOutput({ template, view }: Rendered): Promise<string> {
  const loading = templates.get(template) ?? loadTemplate(template);
  templates.set(template, loading);
  const render = await loading;
  return withoutUnusedImports(render(view));
}

/** Loads what the build has compiled: to compile takes longer than the rest of a small run. */
async function loadTemplate(template: string): Promise<Template> {
  // Imported late, because a run without changes renders nothing.
  const { default: runtime } = await import("handlebars/runtime.js");
  const { href } = new URL(`../templates/${template}.js`, import.meta.url);
  const compiled = (await import(href)) as { readonly default: object };
  return (runtime as typeof handlebars).template(compiled.default);
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
