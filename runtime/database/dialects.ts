import type { DialectName } from "../model/model.js";
import type { Dialect } from "./dialect.js";
import { sqlite } from "./sqlite/sqlite-dialect.js";

export const dialects: Readonly<Record<DialectName, Dialect>> = { sqlite };
