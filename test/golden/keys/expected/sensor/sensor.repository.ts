// @data-api sensor/repository
import { Repository } from "data-api/kit";
import type { SensorShape } from "./sensor.schema.js";

/**
 * Typed access to `sensor` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class SensorRepository extends Repository<SensorShape> {}
