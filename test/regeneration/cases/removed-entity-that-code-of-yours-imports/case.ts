import { blog, defineCase, schema, tag } from "../../case.js";
import { after, write } from "../../edits.js";

export default defineCase({
  about:
    "Files of a removed entity stay if your code imports them, inside or outside the output folder, together with their own imports. Warnings name the importing file.",
  config: blog({}, { tag, comment: tag }),
  steps: [
    {
      edits: [
        write("../package.json", "{}"),
        write(
          "../server.ts",
          'import type { Tag } from "./api/tag/tag.schema.js";\nexport type Mine = Tag;\n',
        ),
        write("../alias.ts", 'import { commentPolicy } from "@/api/comment/comment.policy";\n'),
        write("../other.ts", 'import { tagRoutes } from "./elsewhere/tag/tag.routes.js";\n'),
        after(
          schema,
          'import { field, z, type FieldsIn, type RowsIn } from "data-api/schema";\n',
          'import type { CommentTable } from "../comment/comment.schema.js";\n\nexport type Comments = CommentTable;\n',
        ),
      ],
      config: blog(),
      run: ["--check"],
    },
    {},
    {},
  ],
});
