// @data-api listed/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Listed,
  ListedChanges,
  ListedShape,
  NewListed,
} from "./listed.schema.js";

/**
 * Typed access to `listed` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class ListedRepository extends Repository<
  Listed,
  NewListed,
  ListedChanges,
  Database,
  "id",
  ListedShape
> {}
