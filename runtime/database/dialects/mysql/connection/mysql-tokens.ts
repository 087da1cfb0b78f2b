import type { TokenSyntax } from "../../../migrations/scripts/script-syntax.js";

export const mysqlTokens: TokenSyntax = {
  // `--` needs a blank or a control character after it (dev.mysql.com/doc/refman/8.4/en/comments.html).
  // eslint-disable-next-line no-control-regex -- as the manual has it
  lineComment: /(?:--(?=[\s\x00-\x1f]|$)|#)[^\n]*/y,
  hasNestedComments: false,
  executableComment: /\/\*M?!\d*/y,
  quotes: {
    "'": { kind: "text", end: "'", isDoubled: true, hasBackslashes: true },
    '"': { kind: "text", end: '"', isDoubled: true, hasBackslashes: true },
    "`": { kind: "name", end: "`", isDoubled: true },
  },
  word: /[\p{L}\p{N}_$@]+/uy,
};
