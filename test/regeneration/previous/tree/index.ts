// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { postPolicy } from "./post/post.policy.js";
import { PostRepository } from "./post/post.repository.js";
import { postRoutes } from "./post/post.routes.js";
import { postFields, type PostTable } from "./post/post.schema.js";
import { taskPolicy } from "./task/task.policy.js";
import { TaskRepository } from "./task/task.repository.js";
import { taskRoutes } from "./task/task.routes.js";
import { taskFields, type TaskTable } from "./task/task.schema.js";
import { commentPolicy } from "./comment/comment.policy.js";
import { CommentRepository } from "./comment/comment.repository.js";
import { commentRoutes } from "./comment/comment.routes.js";
import { commentFields, type CommentTable } from "./comment/comment.schema.js";
import { linePolicy } from "./line/line.policy.js";
import { LineRepository } from "./line/line.repository.js";
import { lineRoutes } from "./line/line.routes.js";
import { lineFields, type LineTable } from "./line/line.schema.js";
import { totalPolicy } from "./total/total.policy.js";
import { TotalRepository } from "./total/total.repository.js";
import { totalRoutes } from "./total/total.routes.js";
import { totalFields, type TotalTable } from "./total/total.schema.js";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  post: PostTable;
  task: TaskTable;
  comment: CommentTable;
  line: LineTable;
  total: TotalTable;
}

const entities = {
  post: { repository: PostRepository, policy: postPolicy, routes: postRoutes, fields: postFields },
  task: { repository: TaskRepository, policy: taskPolicy, routes: taskRoutes, fields: taskFields },
  comment: {
    repository: CommentRepository,
    policy: commentPolicy,
    routes: commentRoutes,
    fields: commentFields,
  },
  line: {
    repository: LineRepository,
    policy: linePolicy,
    routes: lineRoutes,
    fields: lineFields,
    keys: ["orderid", "nr"],
  },
  total: {
    repository: TotalRepository,
    policy: totalPolicy,
    routes: totalRoutes,
    fields: totalFields,
    keys: ["day"],
  },
};

/**
 * The server behind the generated code. Connection, secrets and functions come from the configuration.
 * @throws {ConfigError} if the configuration has mistakes, or if this code was generated from another one.
 */
export function createApi(config: Config): GeneratedApi<typeof entities> {
  return composeApi(config, entities);
}
