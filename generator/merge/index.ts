export { conflictMarkerLines } from "./conflict-markers.js";
export { listEdits } from "./lists/list-edits.js";
export { mergeFile } from "./merge-file.js";
export type {
  Conflict,
  MergeInput,
  MergeResult,
  OnConflict,
  Reason,
  UnitEdit,
  Warning,
} from "./merge-result.js";
export { sameTokens } from "./source/source.js";
