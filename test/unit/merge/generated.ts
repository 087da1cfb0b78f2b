/** Files as the generator prints them. */

export const schemaFile = `// @data-api blogpost/schema
import { field, z, type Generated } from "data-api/kit";

/** A blogpost as reads answer with it. */
export const blogpostSchema = z.object({
  id: field.int(),
  title: field.string(),
});

/** What a create takes. */
export const newBlogpostSchema = z.object({
  title: field.string({ maxLength: 200 }),
});
export const blogpostChangesSchema = z.object({ title: field.string({ maxLength: 200 }) }).partial();

export type Blogpost = z.output<typeof blogpostSchema>;
export interface BlogpostTable {
  id: Generated<number>;
  title: string;
}
`;

export const repositoryFile = `// @data-api blogpost/repository
import { EntityRepository, type Grant, type Page } from "data-api/kit";
import type { Blogpost, BlogpostTable } from "./blogpost.schema.js";

/** Reads and writes blogposts. */
export class BlogpostRepository extends EntityRepository<Blogpost, BlogpostTable> {
  readonly table = "blogpost";

  /** One page of blogposts. */
  async find(page: Page, grant: Grant): Promise<Blogpost[]> {
    const query = this.select(grant);
    const rows = await query.page(page).execute();
    return rows.map((row) => this.fromRow(row));
  }

  /** How many blogposts there are. */
  async count(grant: Grant): Promise<number> {
    return this.select(grant).count();
  }

  /** Removes one blogpost. */
  async remove(id: number, grant: Grant): Promise<void> {
    await this.delete(id, grant);
  }
}
`;

export const routesFile = `// @data-api blogpost/routes
import { authorize, parsePage, replyPage, Router, type RouteContext } from "data-api/kit";
import { blogpostPolicy } from "./blogpost.policy.js";
import type { Repositories } from "./repositories.js";

/** The endpoints below /api/data/blogpost. */
export function blogpostRoutes({ identify, repositories }: RouteContext<Repositories>): Router {
  const router = Router();
  const blogposts = repositories.blogpost;

  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, "read", blogpostPolicy, req.params.access);
    const page = parsePage(req.params, blogposts.entity);
    replyPage(req, res, await blogposts.find(page, grant));
  });

  router.get("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, "read", blogpostPolicy);
    res.json(await blogposts.get(req.params.id, grant));
  });

  router.delete("/:id", async (req, res) => {
    const caller = await identify(req);
    const grant = authorize(caller, "delete", blogpostPolicy);
    await blogposts.remove(req.params.id, grant);
    res.status(204).end();
  });

  return router;
}
`;

export const policyFile = `// @data-api blogpost/policy
import type { Policy } from "data-api/kit";

/** Who may do what with blogposts. */
export const blogpostPolicy = {
  read: ["guest"],
  create: ["editor", "admin"],
  delete: ["admin"],
} as const satisfies Policy;
`;

const indexFile = `// @data-api index
import { composeApi, type Config } from "data-api/kit";
import { BlogpostRepository } from "./blogpost.repository.js";
import { blogpostRoutes } from "./blogpost.routes.js";

export { BlogpostRepository } from "./blogpost.repository.js";
export { blogpostSchema, newBlogpostSchema } from "./blogpost.schema.js";

export interface Repositories {
  blogpost: BlogpostRepository;
}

export function createApi(config: Config) {
  return composeApi(config, {
    blogpost: { repository: BlogpostRepository, routes: blogpostRoutes },
  });
}
`;

export const generatedFiles = { schemaFile, repositoryFile, routesFile, policyFile, indexFile };
