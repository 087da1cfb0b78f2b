// @data-api setting/repository
import { Repository } from "data-api/kit";
import type { SettingShape } from "./setting.schema.js";

/** Access to `setting` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class SettingRepository extends Repository<SettingShape> {}
