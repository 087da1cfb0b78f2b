import { blog, defineCase, entity, tag, title, views, withEntities } from "../../case.js";

export default defineCase({
  about:
    "--only changes no other entity. A removed one keeps its files for now, and index.ts is not updated until the renamed one is generated.",
  config: blog({}, { tag, comment: entity() }),
  steps: [
    {
      config: withEntities({
        article: entity({ renamedFrom: "blogpost" }),
        tag: entity({ fields: { label: title, views } }),
      }),
      run: ["--only", "tag"],
    },
    {},
  ],
});
