// @data-api described/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Described,
  DescribedChanges,
  DescribedShape,
  NewDescribed,
} from "./described.schema.js";

/**
 * Typed access to `described` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class DescribedRepository extends Repository<
  Described,
  NewDescribed,
  DescribedChanges,
  Database,
  "id",
  DescribedShape
> {}
