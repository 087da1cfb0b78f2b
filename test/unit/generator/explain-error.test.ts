import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { explainError } from "../../../generator/config/explain-error.js";

test("the error for a missing optional dependency names it and the command that installs it", () => {
  const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const { optionalDependencies } = JSON.parse(manifest) as { optionalDependencies: Record<string, string> };
  expect(Object.keys(optionalDependencies)).not.toEqual([]);
  for (const name of Object.keys(optionalDependencies)) {
    const missing = new Error(`Cannot find package '${name}' imported from /project/cli.js`);
    expect(explainError(missing)).toBe(
      `This command needs the package "${name}", which is not installed. Install it: npm install --include=optional`,
    );
  }
});

test.for(["EACCES", "EPERM", "EROFS"])(
  "the error %s for a file names the file, and says that it is a matter of rights",
  (code) => {
    const refused = Object.assign(new Error(`${code}: permission denied`), {
      code,
      path: "/elsewhere/api.ts",
    });
    expect(explainError(refused)).toBe(
      `"/elsewhere/api.ts" cannot be opened: this user has no right to (${code}).`,
    );
  },
);
