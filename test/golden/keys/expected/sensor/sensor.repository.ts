// @data-api sensor/repository
import { Repository } from "data-api/kit";
import type { SensorShape } from "./sensor.schema.js";

/** Access to `sensor` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class SensorRepository extends Repository<SensorShape> {}
