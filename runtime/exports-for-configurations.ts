// The exports that configurations use: all but the classes of a server, which take longer to load than all of these.
export { quoteValue } from "./condition/format-condition.js";
export { where, WhereTemplate } from "./condition/where-template.js";
export { defineOperation } from "./config/define-operation.js";
export { MigrationError } from "./database/migrations/migration.js";
export { DatabaseError } from "./database/wire/database-error.js";
export { defineConfig } from "./define-config.js";
export { ConfigError } from "./errors/config-error.js";
export { ApiError } from "./errors/own-codes.js";
export { SeedError } from "./errors/seed-error.js";
export { ExactNumber } from "./model/values/exact-number.js";
export { defineSeed } from "./seed.js";
