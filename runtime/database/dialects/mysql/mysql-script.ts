import type { ScriptSyntax } from "../../migrations/script-syntax.js";
import { goesOnInRoutine } from "./mysql-routine.js";
import { handlesTransactions } from "./mysql-statement-kind.js";
import { mysqlTokens } from "./mysql-tokens.js";

export const mysqlScript: ScriptSyntax = { ...mysqlTokens, goesOn: goesOnInRoutine, handlesTransactions };
