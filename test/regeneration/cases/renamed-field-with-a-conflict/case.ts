import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about:
    "A field that you edited is renamed and changed by the configuration: the conflict has the new name. Resolving it completes the rename.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { headline: { ...short, renamedFrom: "title" }, content } }),
    },
    {},
    { edits: [transform(schema, "theirs")] },
  ],
});
