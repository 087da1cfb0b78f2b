import type { Harness } from "../harness.js";
import { randomAggregateCases } from "./aggregates/random.js";
import { aggregateRequestCases } from "./aggregates/requests.js";
import { aggregateRightsCases } from "./aggregates/rights.js";

export function aggregateCases(harness: Harness): void {
  randomAggregateCases(harness);
  aggregateRightsCases(harness);
  aggregateRequestCases(harness);
}
