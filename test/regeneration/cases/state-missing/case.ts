import { blog, defineCase, setHeader, title, uuidKey } from "../../case.js";
import { remove } from "../../edits.js";

export default defineCase({
  about:
    "The state is missing but the baselines exist: files are merged as usual. Role changes are reported with the former roles as not known.",
  config: blog(),
  steps: [
    {
      edits: [remove(".data-api/state"), setHeader],
      config: blog({ ...uuidKey, fields: { title }, permissions: { read: ["admin"] } }),
    },
  ],
});
