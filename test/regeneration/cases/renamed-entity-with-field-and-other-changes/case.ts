import {
  blog,
  content,
  defineCase,
  entity,
  policy,
  repository,
  routes,
  setHeader,
  title,
  uuidKey,
  views,
  withEntities,
} from "../../case.js";
import { move, remove, replace } from "../../edits.js";

export default defineCase({
  about:
    "An entity and its field are renamed while fields are added and removed, the key changes, one file was moved and one deleted.",
  config: blog({ fields: { title, views, content } }),
  steps: [
    {
      edits: [
        move(policy, "access/blogpost.ts"),
        replace(routes, "./blogpost.policy.js", "../access/blogpost.js"),
        remove(repository),
        setHeader,
      ],
      run: "nothing",
    },
    {
      config: withEntities({
        article: entity({
          renamedFrom: "blogpost",
          ...uuidKey,
          fields: { headline: { ...title, renamedFrom: "title" }, content, author: title },
        }),
      }),
    },
    {},
  ],
});
