import { signal } from "@preact/signals";
import type { ShownEntity } from "../shown-model.js";

/** What the page shows, as its URL says it after the `#`: `#/list/post?where=views>3`. */
export interface Route {
  readonly screen: string;
  readonly parts: readonly string[];
  readonly options: URLSearchParams;
}

export const route = signal(parseRoute());

addEventListener("hashchange", () => {
  route.value = parseRoute();
  keepFocus();
});

/** Moves the focus to the content if the element that had it is gone. */
export function keepFocus(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      (document.querySelector<HTMLElement>(".grid") ?? document.querySelector("main"))?.focus();
  });
}

function parseRoute(): Route {
  const [path = "", query] = location.hash.replace(/^#\/?/, "").split("?");
  const [screen = "", ...parts] = path.split("/");
  return { screen, parts: parts.map(decoded), options: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A link to a screen. Options without a value are left out. */
export function linkTo(
  screen: string,
  parts: readonly string[] = [],
  options: Readonly<Record<string, string | undefined>> = {},
): string {
  const query = new URLSearchParams(
    Object.entries(options).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
    ),
  ).toString();
  const path = [screen, ...parts.map((part) => encodeURIComponent(part))].join("/");
  return `#/${path}${query === "" ? "" : `?${query}`}`;
}

/** The link to the records of an entity, or to the form of a new one if the caller may not read them. */
export function linkToEntity({ name, may }: Pick<ShownEntity, "name" | "may">): string {
  return linkTo(may.read ? "list" : "new", [name]);
}

/** The link to a record, whose id is a path already. */
export function linkToRecord(entity: string, id: string): string {
  return `${linkTo("record", [entity])}/${id}`;
}

/** Changes options of the shown screen. The entry of the history is replaced. */
export function setOptions(changes: Readonly<Record<string, string | undefined>>): void {
  const { screen, parts, options } = route.value;
  const all = { ...Object.fromEntries(options), ...changes };
  history.replaceState(null, "", linkTo(screen, parts, all));
  route.value = parseRoute();
}
