// @data-api setting/repository
import { Repository } from "data-api/kit";
import type { SettingShape } from "./setting.schema.js";

/**
 * Typed access to `setting` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class SettingRepository extends Repository<SettingShape> {}
