import "./check-node.js";
export * from "./exports-for-configurations.js";
export { DataApi } from "./data-api.js";
export type { RepositoryOf } from "./repository-of.js";
export type { Seed, SeedContext, SeedCounts, SeedReport, SeedTarget, UpsertOptions } from "./seed.js";
export { ApiServer, type FoundRecords } from "./api-server.js";
export type { StopOptions } from "./lifecycle.js";
export type { Caller } from "./access/caller.js";
export type * from "./config/config.js";
export type { EntityName } from "./config/types/effective-types.js";
export type { ChangesOf, NewRecordOf, RecordOf } from "./config/types/record-types.js";
export type { ShapeOf } from "./config/types/shape-types.js";
export type { Problem } from "./errors/api-error.js";
export type { InputIssue } from "./errors/own-codes.js";
export type { ProblemCode } from "./errors/codes.js";
export type { ConfigProblem } from "./errors/config-error.js";
export type { TransactionOptions } from "./database/database.js";
export type { IsolationLevel } from "./database/wire/isolation-level.js";
export type { DataStep } from "./database/migrations/apply/run-steps.js";
export type { FaultKind } from "./database/wire/database-error.js";
export type {
  AccountMessage,
  CallerInfo,
  IdentifyCaller,
  SendMessage,
} from "./model/settings/auth-settings.js";
export type {
  AfterCommit,
  AfterCreate,
  AfterDelete,
  AfterUpdate,
  BeforeCreate,
  BeforeDelete,
  BeforeUpdate,
  EntityHooks,
  HookCaller,
  HookRepository,
} from "./model/hooks.js";
export type {
  OperationCall,
  OperationCaller,
  OperationHandler,
  OperationTransaction,
} from "./model/own-operation.js";
export type { Operation, ReadValidator, UserId, WriteValidator } from "./model/model.js";
export type { Metrics, MetricsJson } from "./observe/metrics.js";
export type { LogDestination, LogLevel } from "./model/settings/server-settings.js";
export type { WhereOf } from "./condition/where-types.js";
export type { EntityShape, PlainEntity, RecordShape } from "./model/schemas/record-shape.js";
export type { WhereInput, WhereValue } from "./condition/where-template.js";
export type { Page } from "./records/page.js";
export type { FindOptions } from "./read/query.js";
export type { AggregateLine, AggregateOptions } from "./read/aggregate-options.js";
export type { ReadPage } from "./records/read-page.js";
export type { ReadOptions, OrderOf, SelectedOf, SelectOf } from "./read/select-types.js";
export { Repository } from "./repository/repository.js";
export type { ServerTransaction } from "./repository/server-transaction.js";
export type { WriteOptions } from "./write/write-options.js";
