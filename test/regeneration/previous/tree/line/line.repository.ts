// @data-api line/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type { Line, LineChanges, LineShape, NewLine } from "./line.schema.js";

/**
 * Typed access to `line` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class LineRepository extends Repository<
  Line,
  NewLine,
  LineChanges,
  Database,
  "orderid" | "nr",
  LineShape
> {}
