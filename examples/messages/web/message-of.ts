import { ClientError } from "data-api/client";

/** What people read about an error. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ClientError)) return error instanceof Error ? error.message : String(error);
  const isLost = error.code === "no-answer" || error.code === "cut-answer";
  return isLost ? "The server does not answer. Try again in a moment." : error.detail;
}
