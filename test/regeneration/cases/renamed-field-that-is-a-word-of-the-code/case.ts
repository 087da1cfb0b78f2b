import { blog, defineCase, routes, schema, title } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "A field named like a variable of the generated code is renamed. The variable keeps its name.",
  config: blog({ fields: { title, query: title } }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  query: field.string(),\n  createdat",
          "  query: field.string().trim(),\n  createdat",
        ),
        replace(routes, "repository.find(query, grant)", "repository.find({ ...query }, grant)"),
      ],
      config: blog({ fields: { title, search: { ...title, renamedFrom: "query" } } }),
    },
  ],
});
