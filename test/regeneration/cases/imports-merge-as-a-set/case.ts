import { blog, content, defineCase, schema, title, uuidKey, views } from "../../case.js";
import { after, before } from "../../edits.js";

export default defineCase({
  about:
    "Your imports stay, the generator's come and go; one that you use by now stays although the generator needs it no more.",
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
