// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { nullablePolicy } from "./nullable/nullable.policy.js";
import { NullableRepository } from "./nullable/nullable.repository.js";
import { nullableRoutes } from "./nullable/nullable.routes.js";
import { fields as nullableFields } from "./.data-api/fields/nullable.js";
import { requiredPolicy } from "./required/required.policy.js";
import { RequiredRepository } from "./required/required.repository.js";
import { requiredRoutes } from "./required/required.routes.js";
import { fields as requiredFields } from "./.data-api/fields/required.js";
import { defaultedPolicy } from "./defaulted/defaulted.policy.js";
import { DefaultedRepository } from "./defaulted/defaulted.repository.js";
import { defaultedRoutes } from "./defaulted/defaulted.routes.js";
import { fields as defaultedFields } from "./.data-api/fields/defaulted.js";
import { listedPolicy } from "./listed/listed.policy.js";
import { ListedRepository } from "./listed/listed.repository.js";
import { listedRoutes } from "./listed/listed.routes.js";
import { fields as listedFields } from "./.data-api/fields/listed.js";
import { limitedPolicy } from "./limited/limited.policy.js";
import { LimitedRepository } from "./limited/limited.repository.js";
import { limitedRoutes } from "./limited/limited.routes.js";
import { fields as limitedFields } from "./.data-api/fields/limited.js";
import { restrictedPolicy } from "./restricted/restricted.policy.js";
import { RestrictedRepository } from "./restricted/restricted.repository.js";
import { restrictedRoutes } from "./restricted/restricted.routes.js";
import { fields as restrictedFields } from "./.data-api/fields/restricted.js";
import { fixedPolicy } from "./fixed/fixed.policy.js";
import { FixedRepository } from "./fixed/fixed.repository.js";
import { fixedRoutes } from "./fixed/fixed.routes.js";
import { fields as fixedFields } from "./.data-api/fields/fixed.js";
import { barePolicy } from "./bare/bare.policy.js";
import { BareRepository } from "./bare/bare.repository.js";
import { bareRoutes } from "./bare/bare.routes.js";
import { fields as bareFields } from "./.data-api/fields/bare.js";
import { keyedPolicy } from "./keyed/keyed.policy.js";
import { KeyedRepository } from "./keyed/keyed.repository.js";
import { keyedRoutes } from "./keyed/keyed.routes.js";
import { fields as keyedFields } from "./.data-api/fields/keyed.js";
import { describedPolicy } from "./described/described.policy.js";
import { DescribedRepository } from "./described/described.repository.js";
import { describedRoutes } from "./described/described.routes.js";
import { fields as describedFields } from "./.data-api/fields/described.js";
import { storedPolicy } from "./stored/stored.policy.js";
import { StoredRepository } from "./stored/stored.repository.js";
import { storedRoutes } from "./stored/stored.routes.js";
import { fields as storedFields } from "./.data-api/fields/stored.js";
import type { Database } from "./.data-api/database.js";

export type { Database };

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
