import type { Harness } from "../harness.js";
import { randomAggregateCases } from "./aggregates/random.js";
import { aggregateRightsCases } from "./aggregates/rights.js";

export function aggregateCases(harness: Harness): void {
  randomAggregateCases(harness);
  aggregateRightsCases(harness);
}
