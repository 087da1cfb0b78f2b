import type { Harness } from "../harness.js";
import { accountFeatureCases } from "./account-features.js";
import { accountMessageCases } from "./account-messages.js";
import { aggregateCases } from "./aggregates.js";
import { apiKeyCases } from "./api-keys.js";
import { attackCases } from "./attacks.js";
import { auditCases } from "./audit.js";
import { batchCases } from "./batches.js";
import { badInputCases } from "./bad-input.js";
import { bodyCases } from "./bodies.js";
import { bytesCases } from "./bytes.js";
import { compressionCases } from "./compression.js";
import { conditionErrorCases } from "./condition-errors.js";
import { conditionCases } from "./conditions.js";
import { conflictCases } from "./conflicts.js";
import { corsCases } from "./cors.js";
import { createCases } from "./create.js";
import { deleteCases } from "./delete.js";
import { etagCases } from "./etags.js";
import { fieldTypeCases } from "./field-types.js";
import { fieldTypesInArraysCases } from "./field-types-in-arrays.js";
import { enumCases } from "./enums.js";
import { listCases } from "./lists.js";
import { fieldOptionCases } from "./field-options.js";
import { findFunctionCases } from "./find-functions.js";
import { hookCases } from "./hooks.js";
import { idempotencyCases } from "./idempotency.js";
import { issueParamCases } from "./issue-params.js";
import { labelCases } from "./labels.js";
import { keyCases } from "./keys.js";
import { compositeReferenceCases } from "./composite-references.js";
import { keylessCases } from "./keyless.js";
import { keptSelectCases } from "./kept-selects.js";
import { keysAloneCases } from "./keys-alone.js";
import { lifecycleCases } from "./lifecycle.js";
import { limitCases } from "./limits.js";
import { linkCases } from "./links.js";
import { manyRecordCases } from "./many-records.js";
import { nestedWriteCases } from "./nested-writes.js";
import { methodCases } from "./methods.js";
import { nameCases } from "./names.js";
import { observationCases } from "./observation.js";
import { openapiDocumentCases } from "./openapi-document.js";
import { orderCases } from "./order.js";
import { pagingCases } from "./paging.js";
import { passkeyCases } from "./passkeys.js";
import { permissionRuleCases } from "./permission-rules.js";
import { permissionCases } from "./permissions.js";
import { preconditionCases } from "./preconditions.js";
import { preferCases } from "./prefer.js";
import { probeCases } from "./probes.js";
import { queryEndpointCases } from "./query-endpoints.js";
import { rateLimitCases } from "./rate-limits.js";
import { readCases } from "./reads.js";
import { readOnlyCases } from "./read-only.js";
import { referenceRightsCases } from "./reference-rights.js";
import { referenceCases } from "./references.js";
import { repositoryCases } from "./repositories.js";
import { routineCases } from "./routines.js";
import { securityHeaderCases } from "./security-headers.js";
import { requestTargetCases } from "./request-targets.js";
import { secondFactorCases } from "./second-factor.js";
import { secretCases } from "./secrets.js";
import { providerCases } from "./providers.js";
import { mixedPurposeCases } from "./mixed-purposes.js";
import { secretKeyCases } from "./secret-keys.js";
import { ownSessionCases } from "./own-sessions.js";
import { sessionCookieCases } from "./session-cookies.js";
import { sessionCases } from "./sessions.js";
import { operationCases } from "./operations.js";
import { ownAppCases } from "./own-app.js";
import { streamedCreateCases } from "./streamed-creates.js";
import { streamedReadCases } from "./streamed-reads.js";
import { strictBodyCases } from "./strict-bodies.js";
import { tokenCases } from "./tokens.js";
import { transactionCases } from "./transactions.js";
import { truthTableCases } from "./truth-table.js";
import { updateCases } from "./update.js";
import { userCases } from "./users.js";
import { validatorCases } from "./validators.js";
import { whereValueCases } from "./where-values.js";

/** Every case of the suite: each registers its tests for one target. */
export const caseGroups: Readonly<Record<string, (harness: Harness) => void>> = {
  reads: readCases,
  paging: pagingCases,
  aggregates: aggregateCases,
  order: orderCases,
  conditions: conditionCases,
  "condition errors": conditionErrorCases,
  "values of conditions": whereValueCases,
  create: createCases,
  update: updateCases,
  delete: deleteCases,
  "many records": manyRecordCases,
  operations: operationCases,
  routines: routineCases,
  "nested writes": nestedWriteCases,
  prefer: preferCases,
  etags: etagCases,
  preconditions: preconditionCases,
  "idempotency keys": idempotencyCases,
  audit: auditCases,
  "strict bodies": strictBodyCases,
  "field types": fieldTypeCases,
  "field types in arrays": fieldTypesInArraysCases,
  bytes: bytesCases,
  "field options": fieldOptionCases,
  enums: enumCases,
  lists: listCases,
  names: nameCases,
  keys: keyCases,
  "read-only entities": readOnlyCases,
  references: referenceCases,
  "composite references": compositeReferenceCases,
  "a table without a key": keylessCases,
  "rights to references": referenceRightsCases,
  "keys alone": keysAloneCases,
  "kept selects": keptSelectCases,
  links: linkCases,
  permissions: permissionCases,
  "permission rules": permissionRuleCases,
  "truth table": truthTableCases,
  attacks: attackCases,
  "query endpoints": queryEndpointCases,
  "streamed creates": streamedCreateCases,
  "streamed reads": streamedReadCases,
  methods: methodCases,
  bodies: bodyCases,
  conflicts: conflictCases,
  secrets: secretCases,
  validators: validatorCases,
  hooks: hookCases,
  "security headers": securityHeaderCases,
  cors: corsCases,
  compression: compressionCases,
  "rate limits": rateLimitCases,
  tokens: tokenCases,
  users: userCases,
  sessions: sessionCases,
  "messages to users": accountMessageCases,
  "features of accounts together": accountFeatureCases,
  "log-in with providers": providerCases,
  "a second factor": secondFactorCases,
  passkeys: passkeyCases,
  "own sessions": ownSessionCases,
  "session cookies": sessionCookieCases,
  "secret keys": secretKeyCases,
  "tokens for another purpose": mixedPurposeCases,
  "API keys": apiKeyCases,
  "bad input": badInputCases,
  limits: limitCases,
  "parameters of mistakes": issueParamCases,
  labels: labelCases,
  lifecycle: lifecycleCases,
  probes: probeCases,
  "the OpenAPI document": openapiDocumentCases,
  "request targets": requestTargetCases,
  "the app": ownAppCases,
  observation: observationCases,
  "find functions": findFunctionCases,
  repositories: repositoryCases,
  transactions: transactionCases,
  batches: batchCases,
};
