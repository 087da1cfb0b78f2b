import { blog, defineCase, repository, schema, title, uuidKey } from "../../case.js";
import { forbid } from "../../edits.js";

export default defineCase({
  about: "A read-only file that would change is left as it is. Other files are updated.",
  config: blog(),
  steps: [{ edits: [forbid(schema), forbid(repository)], config: blog({ ...uuidKey, fields: { title } }) }],
  broken: "Routes and schema do not fit until the schema can be written.",
});
