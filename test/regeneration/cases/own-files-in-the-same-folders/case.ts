import { blog, defineCase, tag, title, views } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about: "Your own files in the generated folders are never changed, whatever their names are.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        write(
          "blogpost/blogpost.service.ts",
          'import type { Blogpost } from "./blogpost.schema.js";\n\nexport const titleOf = ({ title }: Blogpost): string => title;\n',
        ),
        write("tag/README.md", "# Tags\r\n"),
        write("tag/tag.schema.ts.tmp", "mine"),
        write("shared.ts", "export const shared = 1"),
        write(".data-api/notes.txt", "mine"),
      ],
      config: blog({ fields: { title, views } }),
    },
  ],
});
