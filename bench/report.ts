import { availableParallelism, cpus } from "node:os";
import type { Measurement } from "./processes.js";
import type { RoundTrips } from "./round-trips.js";

/** The measured rounds of each contestant, by operation. */
export type Results = ReadonlyMap<string, Map<string, readonly Measurement[]>>;

/** The tables of the report: measured values, then ratios between contestants. */
export function formatReport(
  results: Results,
  roundTrips: ReadonlyMap<string, RoundTrips>,
  operations: readonly string[],
  nodeVersion: string,
  /** The rounds in which the allocated bytes were watched. */
  allocated: Results = new Map(),
): string {
  const names = [...results.keys()];
  const valueOf = (name: string, operation: string, key: keyof Measurement) => {
    const measured = (key === "bytes" ? allocated : results).get(name)?.get(operation) ?? [];
    return median(measured.map((measurement) => measurement[key]));
  };
  /** Compares round by round, because adjacent measurements ran under the same conditions. */
  const ratioOf = (name: string, base: string, operation: string, ratio: Ratio) => {
    const bases = results.get(base)?.get(operation) ?? [];
    const others = results.get(name)?.get(operation) ?? [];
    return median(
      others.flatMap((other, round) => (bases[round] === undefined ? [] : [ratio(other, bases[round])])),
    );
  };
  const ratioTable = (base: string) => {
    const others = names.filter((name) => name !== base);
    const cells = (format: (name: string, ratio: Ratio) => number) =>
      others.map((name) => `${format(name, bySpeed).toFixed(2)} (${format(name, byCpu).toFixed(2)})`);
    const rows = operations.map((operation) => [
      operation,
      ...cells((name, ratio) => ratioOf(name, base, operation, ratio)),
    ]);
    const means = cells((name, ratio) =>
      geometricMean(operations.map((operation) => ratioOf(name, base, operation, ratio))),
    );
    return formatTable([`ratio to ${base} (by CPU)`, ...others], [...rows, ["geometric mean", ...means]]);
  };
  const valueTable = (title: string, key: keyof Measurement, digits: number) => {
    const format = (value: number) =>
      value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    const rows = operations.map((operation) => [
      operation,
      ...names.map((name) => format(valueOf(name, operation, key))),
    ]);
    return formatTable([title, ...names], rows);
  };
  const roundTripTable = () => {
    const rows = operations.map((operation) => [
      operation,
      ...names.map((name) => (roundTrips.get(name)?.get(operation) ?? NaN).toFixed(2)),
    ]);
    return formatTable(["round trips/request", ...names], rows);
  };
  const tables = [
    ...(roundTrips.size > 0 ? [roundTripTable()] : []),
    valueTable("requests/s", "perSecond", 0),
    valueTable("server CPU, µs/request", "cpuMicros", 1),
    ...(allocated.size > 0 ? [valueTable("allocated, bytes/request", "bytes", 0)] : []),
    valueTable("server memory, MB", "residentMegabytes", 0),
    ...["hand-written", "raw", ...(names.includes("followed") ? ["dynamic"] : [])]
      .filter((base) => names.includes(base) && names.length > 1)
      .map(ratioTable),
  ];
  const machine = `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? "unknown"}, Node ${nodeVersion}`;
  return [...tables, machine].join("\n\n");
}

type Ratio = (measured: Measurement, base: Measurement) => number;

const bySpeed: Ratio = (measured, base) => measured.perSecond / base.perSecond;
/** Equal to the speed ratio if the server has its core to itself. More reliable on a busy machine. */
const byCpu: Ratio = (measured, base) => base.cpuMicros / measured.cpuMicros;

/** Aligns the first column to the left and the others to the right. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const pad = (text: string, index: number) =>
    index === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[index] ?? 0);
  return lines.map((line) => line.map(pad).join("  ")).join("\n");
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
