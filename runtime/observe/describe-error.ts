/** What the log says of an error. */
export interface DescribedError {
  readonly type: string;
  readonly message: string;
  /** Where it was thrown, without the message. */
  readonly stack?: string;
  readonly cause?: DescribedError;
  /** `code`, `kind`, `outcome`…: what tells errors of one type apart. */
  readonly [member: string]: unknown;
}

/** How many causes are followed. */
const MAX_CAUSES = 5;

/** Members by which our errors, Node and the drivers tell what happened; none ever holds a value. */
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

/** An error and its causes for the log, without the values that messages may quote. */
export function describeError(error: unknown, causes = MAX_CAUSES): DescribedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: "Something was thrown that is no error." };
  const members = membersOf(error);
  // An answer that somebody meant to give needs no place in the code.
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

/** Errors of drivers and libraries have codes, and quote in their messages what they were given; ours quote names. */
function quotesValues(error: Error): boolean {
  if (error.name === "ApiError" || error.name === "DatabaseError") return false;
  return "code" in error || "errno" in error || "number" in error;
}

/** Values may hold quotes themselves, so that all between the first and the last one goes. */
function withoutQuotes(message: string): string {
  return message.replace(/["'`(].*["'`)]/s, "…");
}

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // The user and the password of a URL.
  [/:\/\/[^\s/@]*@/g, "://…@"],
  // Tokens.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, "…"],
  [/\b(bearer|basic)\s+\S+/gi, "$1 …"],
  [
    /\b(authorization|cookie|set-cookie|pwd|password\w*|passphrase|secret\w*)(["']?\s*[=:]\s*)[^\s;,]+/gi,
    "$1$2…",
  ],
];

/** What looks like a secret is taken out of people's own messages. */
function withoutSecrets(message: string): string {
  return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), message);
}

/** The stack without the message that it begins with. */
function framesOf({ stack = "" }: Error): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join("\n");
}
