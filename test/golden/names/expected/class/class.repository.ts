// @data-api class/repository
import { Repository } from "data-api/kit";
import type { ClassShape } from "./class.schema.js";

/** Access to `class` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class ClassRepository extends Repository<ClassShape> {}
