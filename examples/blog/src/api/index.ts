// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { blogpostPolicy } from "./blogpost/blogpost.policy.js";
import { BlogpostRepository } from "./blogpost/blogpost.repository.js";
import { blogpostRoutes } from "./blogpost/blogpost.routes.js";
import { blogpostFields, type BlogpostTable } from "./blogpost/blogpost.schema.js";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  blogpost: BlogpostTable;
}

const entities = {
  blogpost: {
    repository: BlogpostRepository,
    policy: blogpostPolicy,
    routes: blogpostRoutes,
    fields: blogpostFields,
  },
};

/**
 * The server behind the generated code. Connection, secrets and functions come from the configuration.
 * @throws {ConfigError} if the configuration has mistakes, or if this code was generated from another one.
 */
export function createApi(config: Config): GeneratedApi<typeof entities> {
  return composeApi(config, entities);
}
