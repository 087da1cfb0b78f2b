import fs from "node:fs";
import { CommandError } from "../../command-error.js";
import { parseConfigJson } from "../../config/load-config.js";
import { quoted } from "../../one-line.js";
import { type DabValue } from "./dab-values.js";

/** The largest file that is read, in bytes. */
const MAX_BYTES = 20_000_000;

/** Texts, which are kept, and comments, which Data API builder skips. */
const TEXT_OR_COMMENT = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** Loads a configuration of Data API builder. @throws {CommandError} */
export function loadDab(file: string): DabValue {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw new CommandError(`There is no file ${quoted(file)}.`);
  if (stats.size > MAX_BYTES)
    throw new CommandError(
      `${quoted(file)} has more than ${MAX_BYTES / 1_000_000} megabytes: it is not a configuration of Data API builder.`,
    );
  const text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  try {
    const bare = text.replace(TEXT_OR_COMMENT, (part) =>
      part.startsWith('"') ? part : part.replace(/[^\n]/g, " "),
    );
    return { path: "", value: parseConfigJson(bare) };
  } catch (error) {
    throw new CommandError(`${quoted(file)} cannot be read: ${(error as Error).message}`);
  }
}
