import { blog, defineCase, repository, title, views } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about:
    "You replace the whole content of a file: it stays as it is while the configuration does not change it.",
  config: blog(),
  steps: [
    {
      edits: [
        write(
          repository,
          '// @data-api blogpost/repository\nexport { BlogpostRepository } from "../own/repository.js";\n',
        ),
        write(
          "own/repository.ts",
          'import { Repository } from "data-api/kit";\nimport type { BlogpostShape } from "../blogpost/blogpost.schema.js";\n\nexport class BlogpostRepository extends Repository<BlogpostShape> {}\n',
        ),
      ],
      config: blog({ fields: { title, views } }),
    },
  ],
});
