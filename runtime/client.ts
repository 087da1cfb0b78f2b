export type { ApiOf, ApiTypes, EntityTypes } from "./client/api-types.js";
export type {
  ApiKeyInput,
  AuthClient,
  KeysClient,
  LinkedAccount,
  OwnSession,
  PasswordChange,
  ProvidersClient,
  SessionsClient,
} from "./client/auth-client.js";
export type {
  PasskeyClient,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SecondFactorClient,
  SecondFactorProof,
  StoredPasskey,
} from "./client/factor-clients.js";
export { ClientError, type ClientCode } from "./client/client-error.js";
export type {
  CallOptions,
  ClientOptions,
  ConnectionOptions,
  CreateOptions,
  DeleteOptions,
  LoggedIn,
  OperationOptions,
  Tokens,
  UpdateOptions,
} from "./client/client-options.js";
export type { BatchOperation, BatchOptions, BatchResults } from "./client/batch-client.js";
export { refer, type BatchReference } from "./client/batch-reference.js";
export { batch, call, callToRead, createClient, entityOf, type Client } from "./client/create-client.js";
export type {
  EntityClient,
  FindOptions,
  FoundPage,
  GroupOptions,
  SelectOptions,
  UpsertedRecord,
  UpsertOptions,
  WholeRecord,
} from "./client/entity-client.js";
export { changes, type Change, type ChangesOptions, type ResetReason } from "./client/live/changes.js";
export { live, type LiveOptions } from "./client/live/live.js";
export { describeIssues, type Wording } from "./client/describe-issues.js";
export { tagOf } from "./client/tag-of.js";
export { withPositions } from "./client/with-positions.js";
export type { JsonValue } from "./model/field-type.js";
export type { ListWrites } from "./model/schemas/list-writes.js";
export type { RecordShape, ShapeField } from "./model/schemas/record-shape.js";
export type { InputIssue } from "./errors/own-codes.js";
export type { ProblemCode } from "./errors/codes.js";
export type { OrderOf, SelectedOf, SelectOf } from "./read/select-types.js";
export type { WhereOf } from "./condition/where-types.js";
