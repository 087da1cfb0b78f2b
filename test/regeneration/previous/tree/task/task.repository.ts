// @data-api task/repository
import { Repository, type BeforeCreate } from "data-api/kit";
import type { Database } from "../index.js";
import type { Task, TaskChanges, TaskShape, NewTask } from "./task.schema.js";

/**
 * Typed access to `task` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class TaskRepository extends Repository<Task, NewTask, TaskChanges, Database, "id", TaskShape> {
  /** Runs before a record is added, in the same transaction: gives the input to use instead, if any. */
  protected override beforeCreate(event: BeforeCreate<NewTask>) {
    return this.entity.hooks.beforeCreate?.(event);
  }
}
