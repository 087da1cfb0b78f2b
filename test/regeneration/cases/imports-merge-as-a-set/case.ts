import type { EntityConfig } from "data-api";
import { blog, content, defineCase, schema, title, uuidKey, views } from "../../case.js";
import { after, before } from "../../edits.js";

const meta = { ...content, type: "json" } as const;

/** A blog whose inputs have types and no schemas, because no role may write. */
const closed = (fields: EntityConfig["fields"]) =>
  blog({ ...uuidKey, fields, permissions: { read: ["guest"] } });

export default defineCase({
  about:
    "Your imports stay, and generated imports are added and removed. One that your code uses stays after the generator stops needing it.",
  config: closed({ title, content, meta }),
  steps: [
    {
      edits: [
        before(schema, "import { field", 'import { randomUUID } from "node:crypto";\n'),
        after(
          schema,
          '"data-api/schema";\n',
          "\nexport const newToken = (): string => randomUUID();\nexport type Made = JsonValue;\n",
        ),
      ],
      config: blog({ ...uuidKey }),
    },
    { config: closed({ title, content, meta, views }) },
  ],
});
