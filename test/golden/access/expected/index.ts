// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { userPolicy } from "./user/user.policy.js";
import { UserRepository } from "./user/user.repository.js";
import { userRoutes } from "./user/user.routes.js";
import { fields as userFields } from "./.data-api/fields/user.js";
import { itemPolicy } from "./item/item.policy.js";
import { ItemRepository } from "./item/item.repository.js";
import { itemRoutes } from "./item/item.routes.js";
import { fields as itemFields } from "./.data-api/fields/item.js";
import { messagePolicy } from "./message/message.policy.js";
import { MessageRepository } from "./message/message.repository.js";
import { messageRoutes } from "./message/message.routes.js";
import { fields as messageFields } from "./.data-api/fields/message.js";
import { tagPolicy } from "./tag/tag.policy.js";
import { TagRepository } from "./tag/tag.repository.js";
import { tagRoutes } from "./tag/tag.routes.js";
import { fields as tagFields } from "./.data-api/fields/tag.js";
import type { Database } from "./.data-api/database.js";

export type { Database };

const entities = {
  user: {
    repository: UserRepository,
    policy: userPolicy,
    routes: userRoutes,
    fields: userFields,
  },
  item: {
    repository: ItemRepository,
    policy: itemPolicy,
    routes: itemRoutes,
    fields: itemFields,
  },
  message: {
    repository: MessageRepository,
    policy: messagePolicy,
    routes: messageRoutes,
    fields: messageFields,
  },
  tag: {
    repository: TagRepository,
    policy: tagPolicy,
    routes: tagRoutes,
    fields: tagFields,
    keys: ["code"],
  },
};

/**
 * The server behind the generated code. Connection, secrets and functions come from the configuration.
 * @throws {ConfigError} if the configuration has mistakes, or if this code was generated from another one.
 */
export function createApi(config: Config): GeneratedApi<typeof entities> {
  return composeApi(config, entities);
}
