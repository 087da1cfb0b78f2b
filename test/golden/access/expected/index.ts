// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { userPolicy } from "./user/user.policy.js";
import { UserRepository } from "./user/user.repository.js";
import { userRoutes } from "./user/user.routes.js";
import { userFields, type UserTable } from "./user/user.schema.js";
import { itemPolicy } from "./item/item.policy.js";
import { ItemRepository } from "./item/item.repository.js";
import { itemRoutes } from "./item/item.routes.js";
import { itemFields, type ItemTable } from "./item/item.schema.js";
import { messagePolicy } from "./message/message.policy.js";
import { MessageRepository } from "./message/message.repository.js";
import { messageRoutes } from "./message/message.routes.js";
import { messageFields, type MessageTable } from "./message/message.schema.js";
import { tagPolicy } from "./tag/tag.policy.js";
import { TagRepository } from "./tag/tag.repository.js";
import { tagRoutes } from "./tag/tag.routes.js";
import { tagFields, type TagTable } from "./tag/tag.schema.js";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  user: UserTable;
  item: ItemTable;
  message: MessageTable;
  tag: TagTable;
  message_tagcodes: { sourceid: number; targetid: string };
  "message readers": { sourceid: number; targetid: number };
  tag_likecodes: { sourceid: string; targetid: string };
}

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
