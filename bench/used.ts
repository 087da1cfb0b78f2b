import { GCProfiler, getHeapStatistics } from "node:v8";

/** The resources that a server has used since the last request for them. */
export interface UsedMessage {
  readonly kind: "used";
  /** CPU time in microseconds. */
  readonly cpuMicros: number;
  /** Bytes allocated on the V8 heap, including freed ones. 0 unless they are watched. */
  readonly bytes: number;
  /** The current memory, in bytes. */
  readonly residentBytes: number;
}

/** What the parent asks for. After `watch`, answers include the allocated bytes. */
export type UsedQuestion = "used" | "watch";

/** Answers each message of the parent with the resources used since the last one. */
export function tellUsed(): void {
  let cpu = process.cpuUsage();
  let takeAllocated = () => 0;
  process.on("message", (question: UsedQuestion) => {
    if (question === "watch") takeAllocated = watchHeap();
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const message: UsedMessage = {
      kind: "used",
      cpuMicros: user + system,
      bytes: takeAllocated(),
      residentBytes: process.memoryUsage.rss(),
    };
    process.send?.(message);
  });
}

/**
 * The profiler of Node.js 20 leaks: after a minute of load, it has taken 60 MB. So what is watched is not measured
 * otherwise.
 * @returns A function that returns the bytes allocated since its last call, computed from the heap growth
 * between collections.
 */
function watchHeap(): () => number {
  let heap = getHeapStatistics().used_heap_size;
  let profiler = new GCProfiler();
  profiler.start();
  return () => {
    const { statistics } = profiler.stop();
    profiler = new GCProfiler();
    profiler.start();
    let bytes = 0;
    for (const { beforeGC, afterGC } of statistics) {
      bytes += beforeGC.heapStatistics.usedHeapSize - heap;
      heap = afterGC.heapStatistics.usedHeapSize;
    }
    const now = getHeapStatistics().used_heap_size;
    bytes += now - heap;
    heap = now;
    return bytes;
  };
}
