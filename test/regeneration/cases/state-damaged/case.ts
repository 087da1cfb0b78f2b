import { blog, defineCase, setHeader, tag, title, uuidKey } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about: "A state file that is not JSON or has invalid content is treated as missing.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        write(".data-api/state/blogpost.json", "<<<<<<< HEAD\n{}\n"),
        write(
          ".data-api/state/tag.json",
          '{ "files": { "schema": { "path": "../../outside.ts", "rendered": "x", "generated": "x" } } }\n',
        ),
        write(".data-api/state/_index.json", "null"),
        setHeader,
      ],
      config: blog({ ...uuidKey, fields: { title } }, { tag }),
    },
  ],
});
