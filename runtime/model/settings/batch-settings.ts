import { count, group, milliseconds, offByDefault, option, type Settings } from "./option.js";
import { bodyBytes } from "./server-settings.js";

const batchOptions = group("BatchConfig", "Batches: several operations in one transaction.", {
  maxOperations: option(count(1_000).default(100), "Maximum number of operations in a batch.", {
    answer: "413 `body-too-large`",
  }),
  maxBodyBytes: option(
    bodyBytes().default(1024 * 1024),
    "Maximum size of the body of a batch in bytes, after decompression. It replaces `server.maxBodyBytes`.",
    { answer: "413 `body-too-large`" },
  ),
  timeout: option(
    milliseconds(1).default(5_000),
    "Milliseconds a batch may take. Checked before each operation and before the commit.",
    { answer: "503 `batch-timeout`" },
  ),
});

/** How the server answers batches. `false` if it does not. */
export const batchShape = offByDefault(
  batchOptions,
  "Serve `POST /api/batch`, which runs several operations in one transaction: all or nothing.",
);

export type BatchSettings = Exclude<Settings<typeof batchShape>, false>;
