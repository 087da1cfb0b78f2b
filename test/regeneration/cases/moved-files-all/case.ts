import { blog, defineCase, policy, repository, routes, schema, title, uuidKey, views } from "../../case.js";
import { move } from "../../edits.js";

export default defineCase({
  about: "All files of a renamed folder are found.",
  config: blog(),
  steps: [
    {
      edits: [
        move(schema, "posts/blogpost.schema.ts"),
        move(repository, "posts/blogpost.repository.ts"),
        move(routes, "posts/blogpost.routes.ts"),
        move(policy, "posts/blogpost.policy.ts"),
      ],
      config: blog({ ...uuidKey, permissions: { read: ["admin"] } }),
    },
    { config: blog({ ...uuidKey, fields: { title, views } }) },
  ],
});
