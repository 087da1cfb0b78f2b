import { blog, content, defineCase, routes, schema, setHeader, title, uuidKey, views } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "A byte order mark is kept in edited and unedited files.",
  config: blog(),
  steps: [
    {
      edits: [transform(schema, "bom"), setHeader, transform(routes, "bom")],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
    { run: "status" },
  ],
});
