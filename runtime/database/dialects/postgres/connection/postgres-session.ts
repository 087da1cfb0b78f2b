import type { DatabaseSettings } from "../../../../model/model.js";

export type SessionSetting = readonly [name: string, value: string];

/**
 * The settings that every statement needs, whatever the server's defaults: times in UTC, bytes in hexadecimal, and
 * the timeouts for statements and locks.
 */
export function sessionSettings({
  statementTimeout,
  lockTimeout,
  durability,
}: Pick<DatabaseSettings, "statementTimeout" | "lockTimeout" | "durability">): readonly SessionSetting[] {
  return [
    ["TimeZone", "UTC"],
    ["DateStyle", "ISO"],
    ["IntervalStyle", "iso_8601"],
    ["bytea_output", "hex"],
    ["statement_timeout", String(statementTimeout)],
    ["lock_timeout", String(lockTimeout)],
    ...(durability === "relaxed" ? [["synchronous_commit", "off"] as const] : []),
  ];
}

/** `set TimeZone to 'UTC'; …` @param scope `local`: until the end of the transaction. */
export function setStatements(settings: readonly SessionSetting[], scope: "session" | "local"): string {
  return settings.map(([name, value]) => `set ${scope} ${name} to '${value}'`).join("; ");
}
