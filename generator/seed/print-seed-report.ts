import type { SeedReport } from "../../runtime/seed.js";

/** `country   2 created, 1 changed, 5 left`, a line for each entity. */
export function printSeedReport(report: SeedReport): string {
  if (report.size === 0) return "The seed has run.";
  const width = Math.max(...[...report.keys()].map((name) => name.length));
  return [...report]
    .map(([name, counts]) => {
      const parts = Object.entries(counts).filter(([, count]) => count > 0);
      return `${name.padEnd(width)}  ${parts.map(([outcome, count]) => `${count} ${outcome}`).join(", ")}`;
    })
    .join("\n");
}
