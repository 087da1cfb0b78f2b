// @data-api country/repository
import { Repository } from "data-api/kit";
import type { CountryShape } from "./country.schema.js";

/**
 * Typed access to `country` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class CountryRepository extends Repository<CountryShape> {}
