export { conflictMarkerLines } from "./conflict-markers.js";
export { listEdits } from "./lists/list-edits.js";
export { mergeFile } from "./merge-file.js";
export type { ConflictSide, MergeInput, MergeResult, OnConflict } from "./merge-result.js";
export { sameTokens } from "./source/source.js";
