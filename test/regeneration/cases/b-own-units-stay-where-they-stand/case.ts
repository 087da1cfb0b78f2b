import { blog, content, defineCase, repository, routes, schema, title, uuidKey, views } from "../../case.js";
import { after, before, replace } from "../../edits.js";

export default defineCase({
  about:
    "Code that you add stays where you put it: a method, a route, a constant, a type, a member, an interface.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          repository,
          " {}",
          ' {\n  /** The newest first. */\n  newest(count: number): Promise<readonly { title: string }[]> {\n    return this.db.selectFrom("blogpost").select("title").orderBy("id", "desc").limit(count).execute();\n  }\n}',
        ),
        after(routes, '  router.put("/:id", update);\n', '  router.post("/:id/touch", update);\n'),
        before(
          schema,
          "export type NewBlogpost",
          "export const pageSize = 20;\nexport type Size = typeof pageSize;\n",
        ),
        replace(
          schema,
          "  content: field.richtext(),\n  createdat",
          "  content: field.richtext(),\n  secretly: z.string().optional(),\n  createdat",
        ),
        after(schema, "  tables: Database;\n", "  legacy: string;\n"),
        before(
          schema,
          "/** The types of the repository",
          "export interface Named {\n  readonly name: string;\n}\n\n",
        ),
      ],
      config: blog({ ...uuidKey, fields: { views, title, content } }),
    },
  ],
});
