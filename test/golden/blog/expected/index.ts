// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { blogpostPolicy } from "./blogpost/blogpost.policy.js";
import { BlogpostRepository } from "./blogpost/blogpost.repository.js";
import { blogpostRoutes } from "./blogpost/blogpost.routes.js";
import { fields as blogpostFields } from "./.data-api/fields/blogpost.js";
import type { Database } from "./.data-api/database.js";

export type { Database };

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
