// @data-api setting/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Setting,
  SettingChanges,
  SettingShape,
  NewSetting,
} from "./setting.schema.js";

/**
 * Typed access to `setting` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class SettingRepository extends Repository<
  Setting,
  NewSetting,
  SettingChanges,
  Database,
  "name",
  SettingShape
> {}
