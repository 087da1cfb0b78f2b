import { blog, defineCase, repository, routes, schema, title } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about:
    "A field with a common name is renamed: uses of the field are renamed and reported, other uses of the word are left.",
  config: blog({ fields: { title, status: title } }),
  steps: [
    {
      edits: [
        replace(schema, "  status: field.string(),", "  status: field.string().trim(),"),
        replace(
          schema,
          "newBlogpostSchema = z.object({ ...blogpostInputs.shape });",
          'newBlogpostSchema = z.object({ ...blogpostInputs.shape }).refine(({ status }) => status !== "status", { path: ["status"] });',
        ),
        after(
          schema,
          "export type NewBlogpost = z.input<typeof newBlogpostSchema>;\n",
          'export type Reply = { status: number };\nexport type State = Blogpost["status"];\n',
        ),
        replace(
          repository,
          " {}",
          ` {
  /** All of a status. */
  async ofStatus(status: string): Promise<string[]> {
    const rows = await this.db.selectFrom("blogpost").select(["title", "status"]).where("status", "=", "status").execute();
    const page = await this.find({ orderBy: "status" });
    return [...rows.map((row) => row.status), ...page.items.map((post) => post.status), status];
  }
}`,
        ),
        replace(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          `    const record = await repository.findById(id, grant);
    if (record?.status === "gone") {
      res.status(410).end(JSON.stringify({ status: "status" }));
      return;
    }
    kit.replyRecord(res, record);
`,
        ),
      ],
      config: blog({ fields: { title, state: { ...title, renamedFrom: "status" } } }),
    },
    {},
  ],
});
