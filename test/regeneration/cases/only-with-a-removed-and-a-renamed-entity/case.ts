import { blog, defineCase, entity, tag, title, views, withEntities } from "../../case.js";

export default defineCase({
  about:
    "--only touches no other entity: one that has left stays for now, and index.ts waits for one that is renamed.",
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
