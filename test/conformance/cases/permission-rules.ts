import { describe } from "vitest";
import type { Harness } from "../harness.js";
import { defaultRuleCases } from "./permission-rules/default-rules.js";
import { interleavedCallerCases } from "./permission-rules/interleaved-callers.js";
import { memberRuleCases } from "./permission-rules/member-rules.js";
import { recordRuleCases } from "./permission-rules/record-rules.js";
import { referenceRuleCases } from "./permission-rules/reference-rules.js";
import { validatorRuleCases } from "./permission-rules/validator-rules.js";
import { writeRuleCases } from "./permission-rules/write-rules.js";

/** Entries of a policy with more than a role: `{ role, fields, where }`. */
export function permissionRuleCases(harness: Harness): void {
  describe("members", () => {
    memberRuleCases(harness);
  });
  describe("records", () => {
    recordRuleCases(harness);
  });
  describe("references", () => {
    referenceRuleCases(harness);
  });
  describe("writes", () => {
    writeRuleCases(harness);
  });
  describe("a default", () => {
    defaultRuleCases(harness);
  });
  describe("validators", () => {
    validatorRuleCases(harness);
  });
  describe("concurrent callers", () => {
    interleavedCallerCases(harness);
  });
}
