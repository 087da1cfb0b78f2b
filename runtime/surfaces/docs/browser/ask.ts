/** An answer of the server: JSON, or the reason why there is none. */
export type Answer =
  | { readonly kind: "json"; readonly json: object }
  | { readonly kind: "denied"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** Sends a request to a URL that is relative to the page. Never rejects. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch {
    return { kind: "failed", reason: "The server cannot be reached." };
  }
  const json: unknown = await response.json().catch(() => undefined);
  if (response.ok && typeof json === "object" && json !== null) return { kind: "json", json };
  const { detail, title } = (json ?? {}) as { detail?: unknown; title?: unknown };
  const said = [detail, title].find((text) => typeof text === "string");
  const isDenied = response.status === 401 || response.status === 403;
  return {
    kind: isDenied ? "denied" : "failed",
    reason: said ?? `The server answers ${response.status}, without a reason.`,
  };
}
