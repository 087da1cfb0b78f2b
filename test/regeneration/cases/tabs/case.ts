import { blog, content, defineCase, routes, schema, title, uuidKey, views } from "../../case.js";
import { after, transform } from "../../edits.js";

export default defineCase({
  about: "Files that are indented with tabs get what is new with tabs.",
  config: blog(),
  steps: [
    {
      edits: [
        transform(schema, "tabs"),
        transform(routes, "tabs"),
        after(
          routes,
          "\t\tconst record = await repository.findById(id, grant);\n",
          '\t\tres.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
  ],
});
