import { blog, defineCase, repository, schema, title, uuidKey } from "../../case.js";
import { forbid } from "../../edits.js";

export default defineCase({
  about: "A file that is read-only is left alone while it would have to change; the others go on.",
  config: blog(),
  steps: [{ edits: [forbid(schema), forbid(repository)], config: blog({ ...uuidKey, fields: { title } }) }],
  broken: "Routes and schema do not fit until the schema can be written.",
});
