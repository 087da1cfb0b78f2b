/** Tells the operator what works now and may do harm later. The log has it once, at level `warn`. */
export interface OperatorWarning {
  readonly code: string;
  readonly message: string;
  /** What else stands in the log, each by a name of its own. */
  readonly members?: Readonly<Record<string, string>>;
}
