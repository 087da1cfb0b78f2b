import fs from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/** The pages for users, as paths from the root of the repository. */
export const pages: readonly Page[] = [
  "README.md",
  ...fs
    .readdirSync(path.join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
].map((name) => readPage(name));

export interface Page {
  readonly name: string;
  readonly text: string;
  readonly fences: readonly Fence[];
}

/** A fenced code block. */
export interface Fence {
  /** The page and the line of its start. */
  readonly place: string;
  readonly language: string;
  /** The word after the language: `partial` or `generated`. */
  readonly info: string;
  readonly text: string;
}

export function readPage(name: string): Page {
  const text = fs.readFileSync(path.join(root, name), "utf8");
  const fences = Array.from(
    text.matchAll(/^```(\w*) ?(\w*)\n(.*?)^```$/gms),
    ({ 1: language = "", 2: info = "", 3: code = "", index }) => {
      const line = text.slice(0, index).split("\n").length;
      return { place: `${name}:${line}`, language, info, text: code };
    },
  );
  return { name, text, fences };
}

/** The links of a page to other pages and headings, as written. */
export function linksOf(text: string): readonly { file: string; heading: string | undefined }[] {
  return Array.from(
    text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g),
    ([, file = "", heading]) => ({ file, heading }),
  );
}

/** The anchors of a page's headings, by the rules of the registry and of code forges. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
}
