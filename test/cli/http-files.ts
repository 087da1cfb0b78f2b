/** A request as a tool would send it, before its variables are replaced. */
export interface WrittenRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** For each variable that it sets, the member of its answer. */
  readonly sets: Readonly<Record<string, string>>;
}

export interface WrittenRequests {
  readonly variables: Readonly<Record<string, string>>;
  readonly requests: readonly WrittenRequest[];
}

/** Reads a `.http` file in the format that both tools document, with each tool's syntax for saving an answer. */
export function readHttpFile(text: string): WrittenRequests {
  const [head = "", ...blocks] = text.split(/^### .*\n/m);
  const definitions = Array.from(
    head.matchAll(/^@(\S+) = (.*)$/gm),
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const ofAnswers = definitions.flatMap(([name, value]) => {
    const [, request, member] = /^\{\{(\w+)\.response\.body\.\$\.(\w+)\}\}$/.exec(value) ?? [];
    return request === undefined || member === undefined ? [] : [{ name, request, member }];
  });
  return {
    variables: Object.fromEntries(definitions.filter(([, value]) => !value.startsWith("{{"))),
    requests: blocks.map((block) => {
      const name = /^# @name (\w+)$/m.exec(block)?.[1] ?? "";
      const [request = "", script = ""] = block.replace(/^(#.*\n)*/, "").split("\n> {%");
      const [top = "", ...parts] = request.trimEnd().split("\n\n");
      const body = parts.length === 0 ? undefined : parts.join("\n\n");
      const [line = "", ...headers] = top.split("\n");
      const [method = "", url = ""] = line.split(" ");
      const scripted = script.matchAll(/client\.global\.set\("([^"]+)", response\.body\.(\w+)\);/g);
      return {
        name,
        method,
        url,
        headers: Object.fromEntries(headers.map((header) => header.split(/: (.*)/s).slice(0, 2))) as Record<
          string,
          string
        >,
        body,
        sets: {
          ...Object.fromEntries(
            ofAnswers.filter((each) => each.request === name).map((each) => [each.name, each.member]),
          ),
          ...Object.fromEntries(Array.from(scripted, ([, variable, member]) => [variable, member])),
        } as Record<string, string>,
      };
    }),
  };
}

export interface Sent {
  readonly name: string;
  readonly status: number;
  readonly answer: string;
}

/** Sends all requests in order, and fills in values from earlier answers. */
export async function sendAll(
  { variables, requests }: WrittenRequests,
  given: Readonly<Record<string, string>>,
): Promise<readonly Sent[]> {
  const known = new Map([...Object.entries(variables), ...Object.entries(given)]);
  const fill = (text: string) =>
    text.replaceAll(/\{\{([^}]+)\}\}/g, (whole, name: string) =>
      /^\$(gu|uu)id$/.test(name) ? crypto.randomUUID() : (known.get(name) ?? whole),
    );
  const sent: Sent[] = [];
  for (const { name, method, url, headers, body, sets } of requests) {
    const response = await fetch(fill(url), {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, fill(value)])),
      ...(body !== undefined && { body: fill(body) }),
    });
    const answer = await response.text();
    for (const [variable, member] of Object.entries(sets)) {
      const value = response.ok ? (JSON.parse(answer) as Record<string, unknown>)[member] : undefined;
      if (value !== undefined) known.set(variable, typeof value === "string" ? value : JSON.stringify(value));
    }
    sent.push({ name, status: response.status, answer });
  }
  return sent;
}
