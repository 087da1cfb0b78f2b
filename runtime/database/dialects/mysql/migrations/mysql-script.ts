import type { ScriptSyntax } from "../../../migrations/scripts/script-syntax.js";
import { goesOnInRoutine } from "../schema/mysql-routine.js";
import { handlesTransactions } from "./mysql-transactions.js";
import { mysqlTokens } from "../connection/mysql-tokens.js";

export const mysqlScript: ScriptSyntax = { ...mysqlTokens, goesOn: goesOnInRoutine, handlesTransactions };
