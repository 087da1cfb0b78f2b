import { blog, defineCase, entity, setHeader, withEntities } from "../../case.js";

export default defineCase({
  about: "An entity name changes only in upper and lower case: the entity is renamed without renamedFrom.",
  config: blog(),
  steps: [
    {
      edits: [setHeader],
      config: withEntities({ blogPost: entity({ table: "blogpost" }) }),
    },
    {},
    { run: "status" },
  ],
});
