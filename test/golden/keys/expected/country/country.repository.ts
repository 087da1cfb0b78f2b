// @data-api country/repository
import { Repository } from "data-api/kit";
import type { CountryShape } from "./country.schema.js";

/** Access to `country` records without permission checks. Add queries of your own, with Kysely on `this.db`. */
export class CountryRepository extends Repository<CountryShape> {}
