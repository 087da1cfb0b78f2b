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

/** Everything that the rendered text depends on. */
export function renderInput({ template, view }: Rendered): string {
  return `${sourceOf(template)}\n${JSON.stringify(view)}`;
}

function sourceOf(template: string): string {
  let source = sources.get(template);
  if (source === undefined) {
    source = readFileSync(new URL(`../templates/${template}`, import.meta.url), "utf8");
    sources.set(template, source);
  }
  return source;
}
