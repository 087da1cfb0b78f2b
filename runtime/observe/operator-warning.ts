/** Warns the operator about something that works now but may cause harm later. Logged once, at level `warn`. */
export interface OperatorWarning {
  readonly code: string;
  readonly message: string;
  /** Additional fields of the log line. */
  readonly members?: Readonly<Record<string, string>>;
}
