import { blog, defineCase, index, schema } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "Enabling auth adds users and an owner to every record, and your edits stay.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(schema, "export type Blogpost = z.output", "/** A post. */\nexport type Blogpost = z.output"),
      ],
    },
    { config: { ...blog(), auth: { secretKey: "for these tests and for nothing else" } } },
    { edits: [replace(index, "export type { Database };", "export type { Database, Database as Tables };")] },
  ],
});
