import type { DatabaseSettings } from "../model/model.js";
import type { DatabaseConfig } from "./config.js";

/** How to reach the database, with all that is left out filled in. */
export function resolveDatabase(config: DatabaseConfig): DatabaseSettings {
  const { pool = {} } = config;
  return {
    dialect: config.dialect,
    name: config.name ?? "",
    connectionString: config.connectionString,
    host: config.host,
    port: config.port,
    instanceName: config.instanceName,
    userName: config.userName,
    password: config.password,
    authentication: config.authentication,
    encrypt: config.encrypt,
    trustServerCertificate: config.trustServerCertificate ?? false,
    certificateAuthority: config.certificateAuthority,
    readsFromReplica: config.readsFromReplica ?? false,
    schema: config.schema ?? "create",
    durability: config.durability ?? "full",
    pool: {
      max: pool.max ?? Math.max(10, pool.min ?? 0),
      min: pool.min ?? 0,
      waitTimeout: pool.waitTimeout ?? 2_000,
      maxQueue: pool.maxQueue ?? 100,
      idleTimeout: pool.idleTimeout ?? 30_000,
    },
    connectTimeout: config.connectTimeout ?? 5_000,
    statementTimeout: config.statementTimeout ?? 10_000,
    lockTimeout: config.lockTimeout ?? 5_000,
  };
}
