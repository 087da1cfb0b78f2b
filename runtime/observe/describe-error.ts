/** An error in the form of the log. */
export interface DescribedError {
  readonly type: string;
  readonly message: string;
  /** The stack frames, without the message. */
  readonly stack?: string;
  readonly cause?: DescribedError;
  /** Members that distinguish errors of one type: `code`, `kind`, `outcome`… */
  readonly [member: string]: unknown;
}

/** The maximum number of causes in the log. */
const MAX_CAUSES = 5;

/** The members in which our errors, Node.js and the drivers describe an event. None of them contains a value. */
const MEMBERS = [
  "code",
  "kind",
  "outcome",
  "reason",
  "errno",
  "syscall",
  "number",
  "state",
  "sqlState",
  "entity",
  "schema",
  "table",
  "column",
  "constraint",
  "routine",
] as const;

/** Describes an error and its causes for the log, without the values that messages may quote. */
export function describeError(error: unknown, causes = MAX_CAUSES): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: "A value was thrown that is not an error." };
  const members = membersOf(error);
  // An error that is meant as an answer needs no stack.
  const frames = error.name === "ApiError" && members["code"] !== "internal-error" ? "" : framesOf(error);
  return {
    type: error.name,
    message: withoutSecrets(quotesValues(error) ? withoutQuotes(error.message) : error.message),
    ...members,
    ...(frames !== "" && { stack: frames }),
    ...(error.cause !== undefined && causes > 0 && { cause: describeError(error.cause, causes - 1) }),
  };
}

function membersOf(error: Error): Readonly<Record<string, string | number>> {
  const members: Record<string, string | number> = {};
  for (const name of MEMBERS) {
    const value = (error as { readonly [member in (typeof MEMBERS)[number]]?: unknown })[name];
    if (typeof value === "string" || typeof value === "number") members[name] = value;
  }
  return members;
}

/** Errors of drivers and libraries have codes, and their messages may quote values. Ours only quote names. */
function quotesValues(error: Error): boolean {
  if (error.name === "ApiError" || error.name === "DatabaseError") return false;
  return "code" in error || "errno" in error || "number" in error;
}

/** Removes everything between the first and the last quote, because values may contain quotes. */
function withoutQuotes(message: string): string {
  return message.replace(/["'`(].*["'`)]/s, "…");
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // User name and password in a URL.
  [/:\/\/[^\s/@]*@/g, "://…@"],
  // Tokens.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "…"],
  [/\b(bearer|basic)\s+\S+/gi, "$1 …"],
  [
    /\b(authorization|cookie|set-cookie|pwd|password\w*|passphrase|secret\w*)(["']?\s*[=:]\s*)[^\s;,]+/gi,
    "$1$2…",
  ],
];

/** Removes what looks like a secret from custom messages. */
function withoutSecrets(message: string): string {
  return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), message);
}

/** The stack frames without the message. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join("\n");
}
