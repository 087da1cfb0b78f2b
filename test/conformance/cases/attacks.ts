import { describe } from "vitest";
import type { Harness } from "../harness.js";
import { hiddenValueCases } from "./attacks/hidden-values.js";
import { linkAttackCases } from "./attacks/links.js";
import { massAssignmentCases } from "./attacks/mass-assignment.js";
import { ownershipAttackCases } from "./attacks/ownership.js";
import { raceCases } from "./attacks/races.js";
import { roleGainCases } from "./attacks/roles.js";
import { secretOracleCases } from "./attacks/secret-oracles.js";

/** Attacks, each with the safe outcome. Tokens have cases of their own. */
export function attackCases(harness: Harness): void {
  describe("on server-set members", () => {
    massAssignmentCases(harness);
  });
  describe("on secrets", () => {
    secretOracleCases(harness);
  });
  describe("on hidden values", () => {
    hiddenValueCases(harness);
  });
  describe("on records of other users", () => {
    ownershipAttackCases(harness);
  });
  describe("on roles", () => {
    roleGainCases(harness);
  });
  describe("by concurrent requests", () => {
    raceCases(harness);
  });
  describe("on links and hooks", () => {
    linkAttackCases(harness);
  });
}
