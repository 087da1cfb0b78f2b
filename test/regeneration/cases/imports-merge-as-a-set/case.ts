import { blog, content, defineCase, schema, title, uuidKey, views } from "../../case.js";
import { after, before } from "../../edits.js";

export default defineCase({
  about:
    "Your imports stay, and generated imports are added and removed. One that your code uses stays after the generator stops needing it.",
  config: blog({ ...uuidKey, fields: { title: { ...title, default: "Untitled" }, content } }),
  steps: [
    {
      edits: [
        before(schema, "import { field", 'import { randomUUID } from "node:crypto";\n'),
        after(
          schema,
          '"data-api/schema";\n',
          "\nexport const newToken = (): string => randomUUID();\nexport type Made = Generated<string>;\n",
        ),
      ],
      config: blog({ ...uuidKey }),
    },
    { config: blog({ ...uuidKey, fields: { title: { ...title, default: "Untitled" }, content, views } }) },
  ],
});
