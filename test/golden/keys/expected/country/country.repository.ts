// @data-api country/repository
import { Repository } from "data-api/kit";
import type { Database } from "../index.js";
import type {
  Country,
  CountryChanges,
  CountryShape,
  NewCountry,
} from "./country.schema.js";

/**
 * Typed access to `country` records, without permission checks: `findById`, `find`, `count`, `create`, `update` and
 * `delete` are inherited. Add queries of your own here, with Kysely on `this.db`.
 */
export class CountryRepository extends Repository<
  Country,
  NewCountry,
  CountryChanges,
  Database,
  "code",
  CountryShape
> {}
