import { blog, content, defineCase, routes, schema, title, uuidKey, views } from "../../case.js";
import { before, transform } from "../../edits.js";

export default defineCase({
  about: "New lines in a file that is indented with tabs are indented with tabs too.",
  config: blog(),
  steps: [
    {
      edits: [
        transform(schema, "tabs"),
        transform(routes, "tabs"),
        before(
          routes,
          "\t\tkit.replyRecord(res, await repository.findById(id, grant));\n",
          '\t\tres.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
  ],
});
