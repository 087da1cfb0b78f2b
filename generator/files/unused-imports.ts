const IMPORT = /^import (type )?\{ (.*) \} from (.*);\n/gm;
/** Texts and comments in generated code. Both may hold any word. */
const UNREAD = /"(?:[^"\\\n]|\\.)*"|\/\*.*?\*\/|\/\/[^\n]*/gs;
/** Names in code, other than of members: `.name` or `name:`. */
const USED = /(?<![\w$.])[\w$]+(?![\w$]|\??:)/g;

/**
 * Removes imported names that the code does not use, and empty imports. A template imports everything that any of its
 * parts uses, so that only the template knows which parts are printed.
 */
export function withoutUnusedImports(code: string): string {
  const body = code.replace(IMPORT, "").replace(UNREAD, "");
  const used = new Set(body.match(USED));
  return code.replace(IMPORT, (_, type: string | undefined, names: string, module: string) => {
    const kept = names.split(", ").filter((name) => used.has(localName(name)));
    if (kept.length === 0) return "";
    const isTypes = type !== undefined || kept.every((name) => name.startsWith("type "));
    const printed = isTypes ? kept.map((name) => name.replace(/^type /, "")) : kept;
    return `import ${isTypes ? "type " : ""}{ ${printed.join(", ")} } from ${module};\n`;
  });
}

/** `type A as B` → `B` */
function localName(name: string): string {
  return name.replace(/^.* /, "");
}
