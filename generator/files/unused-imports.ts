const IMPORT = /^import (type )?\{ (.*) \} from (.*);\n/gm;
/** Texts and comments in generated code. Both may hold any word. */
const UNREAD = /"(?:[^"\\\n]|\\.)*"|\/\*.*?\*\/|\/\/[^\n]*/gs;

/**
 * Removes imported names that the code does not use, and empty imports. A template imports everything that any of its
 * parts uses, so that only the template knows which parts are printed.
 */
export function withoutUnusedImports(code: string): string {
  const body = code.replace(IMPORT, "").replace(UNREAD, "");
  return code.replace(IMPORT, (_, type: string | undefined, names: string, module: string) => {
    const used = names.split(", ").filter((name) => isUsed(localName(name), body));
    if (used.length === 0) return "";
    const isTypes = type !== undefined || used.every((name) => name.startsWith("type "));
    const printed = isTypes ? used.map((name) => name.replace(/^type /, "")) : used;
    return `import ${isTypes ? "type " : ""}{ ${printed.join(", ")} } from ${module};\n`;
  });
}

/** `type A as B` → `B` */
function localName(name: string): string {
  return name.replace(/^.* /, "");
}

/** Whether a name is used in code, other than as a member: `.name` or `name:`. */
function isUsed(name: string, code: string): boolean {
  return new RegExp(`(?<![\\w$.])${name}(?![\\w$]|\\??:)`).test(code);
}
