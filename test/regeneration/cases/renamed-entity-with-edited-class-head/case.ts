import { blog, defineCase, entity, repository, withEntities } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "You let the repository implement something, and the entity is renamed: both.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          repository,
          " {}",
          " implements Disposable {\n  [Symbol.dispose](): void {\n    return;\n  }\n}",
        ),
      ],
      config: withEntities({ article: entity({ renamedFrom: "blogpost" }) }),
    },
  ],
});
