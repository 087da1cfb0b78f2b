import { blog, everyone, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

/** A blog of which all may read these fields, and some records whole. */
const readable = (...include: readonly string[]) =>
  blog({
    fields: { title, views },
    permissions: {
      ...everyone,
      read: [
        { role: "guest", where: "views=1" },
        { role: "guest", fields: { include } },
      ],
    },
  });

export default defineCase({
  about:
    "You change a member of an interface and the configuration changes it: only that member gets markers.",
  config: readable("title"),
  steps: [
    {
      edits: [replace(schema, '| "updatedat";', '| "updatedat" | "mine";')],
      config: readable("title", "views"),
    },
  ],
});
