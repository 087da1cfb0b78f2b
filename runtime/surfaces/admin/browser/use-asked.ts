import { useEffect, useState } from "preact/hooks";
import { messageOf } from "./api.js";

/** What was asked for: on its way, there, or not there for a reason. */
export interface Asked<T> {
  readonly value?: T;
  readonly error?: string;
}

/** Asks when a dependency changes. Answers to former questions are ignored. */
export function useAsked<T>(
  question: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({});
  useEffect(() => {
    const cancel = new AbortController();
    setAsked(({ value }) => (value === undefined ? {} : { value }));
    question(cancel.signal).then(
      (value) => {
        if (!cancel.signal.aborted) setAsked({ value });
      },
      (error: unknown) => {
        if (!cancel.signal.aborted) setAsked({ error: messageOf(error) });
      },
    );
    return () => {
      cancel.abort();
    };
  }, dependencies);
  return asked;
}
