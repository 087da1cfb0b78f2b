import { blog, defineCase, entity, repository, withEntities } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You add an `implements` clause to the repository and its entity is renamed: both changes are merged.",
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
