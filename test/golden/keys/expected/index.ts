// @data-api index
// Generated from the configuration, like the policies. Change it there.
import { composeApi, type Config, type GeneratedApi } from "data-api/kit";
import { blogPolicy } from "./blog/blog.policy.js";
import { BlogRepository } from "./blog/blog.repository.js";
import { blogRoutes } from "./blog/blog.routes.js";
import { fields as blogFields } from "./.data-api/fields/blog.js";
import { sessionPolicy } from "./session/session.policy.js";
import { SessionRepository } from "./session/session.repository.js";
import { sessionRoutes } from "./session/session.routes.js";
import { fields as sessionFields } from "./.data-api/fields/session.js";
import { countryPolicy } from "./country/country.policy.js";
import { CountryRepository } from "./country/country.repository.js";
import { countryRoutes } from "./country/country.routes.js";
import { fields as countryFields } from "./.data-api/fields/country.js";
import { tokenPolicy } from "./token/token.policy.js";
import { TokenRepository } from "./token/token.repository.js";
import { tokenRoutes } from "./token/token.routes.js";
import { fields as tokenFields } from "./.data-api/fields/token.js";
import { settingPolicy } from "./setting/setting.policy.js";
import { SettingRepository } from "./setting/setting.repository.js";
import { settingRoutes } from "./setting/setting.routes.js";
import { fields as settingFields } from "./.data-api/fields/setting.js";
import { invoicePolicy } from "./invoice/invoice.policy.js";
import { InvoiceRepository } from "./invoice/invoice.repository.js";
import { invoiceRoutes } from "./invoice/invoice.routes.js";
import { fields as invoiceFields } from "./.data-api/fields/invoice.js";
import { orderLinePolicy } from "./order_line/order_line.policy.js";
import { OrderLineRepository } from "./order_line/order_line.repository.js";
import { orderLineRoutes } from "./order_line/order_line.routes.js";
import { fields as orderLineFields } from "./.data-api/fields/order_line.js";
import { remarkPolicy } from "./remark/remark.policy.js";
import { RemarkRepository } from "./remark/remark.repository.js";
import { remarkRoutes } from "./remark/remark.routes.js";
import { fields as remarkFields } from "./.data-api/fields/remark.js";
import { readingPolicy } from "./reading/reading.policy.js";
import { ReadingRepository } from "./reading/reading.repository.js";
import { readingRoutes } from "./reading/reading.routes.js";
import { fields as readingFields } from "./.data-api/fields/reading.js";
import { sensorPolicy } from "./sensor/sensor.policy.js";
import { SensorRepository } from "./sensor/sensor.repository.js";
import { sensorRoutes } from "./sensor/sensor.routes.js";
import { fields as sensorFields } from "./.data-api/fields/sensor.js";
import { latestPolicy } from "./latest/latest.policy.js";
import { LatestRepository } from "./latest/latest.repository.js";
import { latestRoutes } from "./latest/latest.routes.js";
import { fields as latestFields } from "./.data-api/fields/latest.js";
import { logPolicy } from "./log/log.policy.js";
import { LogRepository } from "./log/log.repository.js";
import { logRoutes } from "./log/log.routes.js";
import { fields as logFields } from "./.data-api/fields/log.js";
import type { Database } from "./.data-api/database.js";

export type { Database };

const entities = {
  blog: {
    repository: BlogRepository,
    policy: blogPolicy,
    routes: blogRoutes,
    fields: blogFields,
    keys: ["BlogId"],
  },
  session: {
    repository: SessionRepository,
    policy: sessionPolicy,
    routes: sessionRoutes,
    fields: sessionFields,
    keys: ["key"],
  },
  country: {
    repository: CountryRepository,
    policy: countryPolicy,
    routes: countryRoutes,
    fields: countryFields,
    keys: ["code"],
  },
  token: {
    repository: TokenRepository,
    policy: tokenPolicy,
    routes: tokenRoutes,
    fields: tokenFields,
  },
  setting: {
    repository: SettingRepository,
    policy: settingPolicy,
    routes: settingRoutes,
    fields: settingFields,
    keys: ["name"],
  },
  invoice: {
    repository: InvoiceRepository,
    policy: invoicePolicy,
    routes: invoiceRoutes,
    fields: invoiceFields,
    keys: ["nr"],
  },
  order_line: {
    repository: OrderLineRepository,
    policy: orderLinePolicy,
    routes: orderLineRoutes,
    fields: orderLineFields,
    keys: ["orderid", "line"],
  },
  remark: {
    repository: RemarkRepository,
    policy: remarkPolicy,
    routes: remarkRoutes,
    fields: remarkFields,
  },
  reading: {
    repository: ReadingRepository,
    policy: readingPolicy,
    routes: readingRoutes,
    fields: readingFields,
    keys: ["sensor", "at"],
  },
  sensor: {
    repository: SensorRepository,
    policy: sensorPolicy,
    routes: sensorRoutes,
    fields: sensorFields,
    keys: ["nr"],
  },
  latest: {
    repository: LatestRepository,
    policy: latestPolicy,
    routes: latestRoutes,
    fields: latestFields,
    keys: ["sensor", "at"],
  },
  log: {
    repository: LogRepository,
    policy: logPolicy,
    routes: logRoutes,
    fields: logFields,
    keys: [],
  },
};

/**
 * The server behind the generated code. Connection, secrets and functions come from the configuration.
 * @throws {ConfigError} if the configuration has mistakes, or if this code was generated from another one.
 */
export function createApi(config: Config): GeneratedApi<typeof entities> {
  return composeApi(config, entities);
}
