import { writeFileSync } from "node:fs";
import path from "node:path";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { findConfigFiles } from "../load-config.js";
import { print, type Command } from "./command.js";

const FILE = "data-api.config.ts";

const firstConfig = `import { defineConfig } from "data-api";

export default defineConfig({
  database: { dialect: "sqlite", name: "blog.db" },
  entities: {
    blogpost: {
      fields: {
        title: { type: "string", isEditable: true, isRequired: true, foreignKey: null },
        content: { type: "richtext", isEditable: true, isRequired: true, foreignKey: null },
      },
      permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
    },
  },
});
`;

const nextSteps = `Wrote ${FILE}.

Next:
  npm install data-api better-sqlite3     if they are not installed yet
  npx data-api start                      serves it on http://localhost:1337/api/data
  npx data-api generate                   writes the same as TypeScript to src/api

Try it:
  curl -X POST http://localhost:1337/api/data/blogpost -H "Content-Type: application/json" -d '{"title":"Hello","content":"<p>World</p>"}'
  curl http://localhost:1337/api/data/blogpost/public/findall/id/0/10`;

export const init: Command = {
  name: "init",
  help: `Usage: data-api init

Writes ${FILE} with a small blog on SQLite, and tells what to do next. A configuration that is there already is left alone.`,
  options: {},
  run: () => {
    const [existing] = findConfigFiles(process.cwd());
    if (existing !== undefined)
      throw new CommandError(`There is a ${path.basename(existing)} already; it was left as it is.`);
    writeFileSync(FILE, firstConfig, { flag: "wx" });
    print(nextSteps);
    return Promise.resolve(exitCodes.done);
  },
};
