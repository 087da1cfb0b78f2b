import { useEffect, useState } from "preact/hooks";
import { messageOf } from "./api.js";

/** The state of a request: without members while it runs, then with the value or with the error. */
export interface RequestState<T> {
  readonly value?: T;
  readonly error?: string;
}

/** Sends a request when a dependency changes. Answers to former requests are ignored. */
export function useRequest<T>(
  send: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
): RequestState<T> {
  const [state, setState] = useState<RequestState<T>>({});
  useEffect(() => {
    const cancel = new AbortController();
    setState(({ value }) => (value === undefined ? {} : { value }));
    send(cancel.signal).then(
      (value) => {
        if (!cancel.signal.aborted) setState({ value });
      },
      (error: unknown) => {
        if (!cancel.signal.aborted) setState({ error: messageOf(error) });
      },
    );
    return () => cancel.abort();
  }, dependencies);
  return state;
}
