import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import type { Output } from "./outputs.js";

type Template = (view: object) => string;

const templates = new Map<string, Template>();

/** The text of an output before it is formatted. A name that the view does not have is an error, not a gap. */
export function renderOutput({ template, view }: Pick<Output, "template" | "view">): string {
  let render = templates.get(template);
  if (render === undefined) {
    const source = readFileSync(new URL(`../templates/${template}`, import.meta.url), "utf8");
    render = Handlebars.compile(source, { noEscape: true, strict: true });
    templates.set(template, render);
  }
  return render(view);
}
