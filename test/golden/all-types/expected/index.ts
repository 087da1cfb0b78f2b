// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { nullablePolicy } from "./nullable/nullable.policy.js";
import { NullableRepository } from "./nullable/nullable.repository.js";
import { nullableRoutes } from "./nullable/nullable.routes.js";
import {
  nullableFields,
  type NullableTable,
} from "./nullable/nullable.schema.js";
import { requiredPolicy } from "./required/required.policy.js";
import { RequiredRepository } from "./required/required.repository.js";
import { requiredRoutes } from "./required/required.routes.js";
import {
  requiredFields,
  type RequiredTable,
} from "./required/required.schema.js";
import { defaultedPolicy } from "./defaulted/defaulted.policy.js";
import { DefaultedRepository } from "./defaulted/defaulted.repository.js";
import { defaultedRoutes } from "./defaulted/defaulted.routes.js";
import {
  defaultedFields,
  type DefaultedTable,
} from "./defaulted/defaulted.schema.js";
import { listedPolicy } from "./listed/listed.policy.js";
import { ListedRepository } from "./listed/listed.repository.js";
import { listedRoutes } from "./listed/listed.routes.js";
import { listedFields, type ListedTable } from "./listed/listed.schema.js";
import { limitedPolicy } from "./limited/limited.policy.js";
import { LimitedRepository } from "./limited/limited.repository.js";
import { limitedRoutes } from "./limited/limited.routes.js";
import { limitedFields, type LimitedTable } from "./limited/limited.schema.js";
import { restrictedPolicy } from "./restricted/restricted.policy.js";
import { RestrictedRepository } from "./restricted/restricted.repository.js";
import { restrictedRoutes } from "./restricted/restricted.routes.js";
import {
  restrictedFields,
  type RestrictedTable,
} from "./restricted/restricted.schema.js";
import { fixedPolicy } from "./fixed/fixed.policy.js";
import { FixedRepository } from "./fixed/fixed.repository.js";
import { fixedRoutes } from "./fixed/fixed.routes.js";
import { fixedFields, type FixedTable } from "./fixed/fixed.schema.js";
import { barePolicy } from "./bare/bare.policy.js";
import { BareRepository } from "./bare/bare.repository.js";
import { bareRoutes } from "./bare/bare.routes.js";
import { bareFields, type BareTable } from "./bare/bare.schema.js";
import { keyedPolicy } from "./keyed/keyed.policy.js";
import { KeyedRepository } from "./keyed/keyed.repository.js";
import { keyedRoutes } from "./keyed/keyed.routes.js";
import { keyedFields, type KeyedTable } from "./keyed/keyed.schema.js";
import { describedPolicy } from "./described/described.policy.js";
import { DescribedRepository } from "./described/described.repository.js";
import { describedRoutes } from "./described/described.routes.js";
import {
  describedFields,
  type DescribedTable,
} from "./described/described.schema.js";
import { storedPolicy } from "./stored/stored.policy.js";
import { StoredRepository } from "./stored/stored.repository.js";
import { storedRoutes } from "./stored/stored.routes.js";
import { storedFields, type StoredTable } from "./stored/stored.schema.js";

/** The tables, as queries of your own on `this.db` see them. */
export interface Database {
  nullable: NullableTable;
  required: RequiredTable;
  defaulted: DefaultedTable;
  listed: ListedTable;
  limited: LimitedTable;
  restricted: RestrictedTable;
  fixed: FixedTable;
  bare: BareTable;
  keyed: KeyedTable;
  described: DescribedTable;
  'a "table" of [odd] `names`; -- 1.2 \\ ${x}': StoredTable;
}

const entities = {
  nullable: {
    repository: NullableRepository,
    policy: nullablePolicy,
    routes: nullableRoutes,
    fields: nullableFields,
  },
  required: {
    repository: RequiredRepository,
    policy: requiredPolicy,
    routes: requiredRoutes,
    fields: requiredFields,
  },
  defaulted: {
    repository: DefaultedRepository,
    policy: defaultedPolicy,
    routes: defaultedRoutes,
    fields: defaultedFields,
  },
  listed: {
    repository: ListedRepository,
    policy: listedPolicy,
    routes: listedRoutes,
    fields: listedFields,
  },
  limited: {
    repository: LimitedRepository,
    policy: limitedPolicy,
    routes: limitedRoutes,
    fields: limitedFields,
  },
  restricted: {
    repository: RestrictedRepository,
    policy: restrictedPolicy,
    routes: restrictedRoutes,
    fields: restrictedFields,
  },
  fixed: {
    repository: FixedRepository,
    policy: fixedPolicy,
    routes: fixedRoutes,
    fields: fixedFields,
  },
  bare: {
    repository: BareRepository,
    policy: barePolicy,
    routes: bareRoutes,
    fields: bareFields,
  },
  keyed: {
    repository: KeyedRepository,
    policy: keyedPolicy,
    routes: keyedRoutes,
    fields: keyedFields,
  },
  described: {
    repository: DescribedRepository,
    policy: describedPolicy,
    routes: describedRoutes,
    fields: describedFields,
  },
  stored: {
    repository: StoredRepository,
    policy: storedPolicy,
    routes: storedRoutes,
    fields: storedFields,
  },
};

/**
 * The server behind the generated code. Connection, secrets and functions come from the configuration.
 * @throws {ConfigError} if the configuration has mistakes, or if this code was generated from another one.
 */
export function createApi(config: Config): GeneratedApi<typeof entities> {
  return composeApi(config, entities);
}
