import type { ShownEntity } from "../shown-model.js";
import { messageOf, root, token } from "./api.js";
import { Button } from "./controls.js";
import { bodyOf, hasChanges, type Draft } from "./drafts.js";
import { notice } from "./state.js";

/** The request that made or would save what is shown, for a terminal and for a program. */
export function RequestText({ entity, draft }: { readonly entity: ShownEntity; readonly draft: Draft }) {
  const isChanged = hasChanges(draft);
  const url = `${root}api/data/${entity.name}${draft.id === undefined ? "" : `/${draft.id}`}`;
  let body: string;
  try {
    body = withoutSecrets(entity, bodyOf(draft));
  } catch (error) {
    body = messageOf(error);
  }
  const method = draft.id === undefined ? "POST" : isChanged ? "PATCH" : "GET";
  const headers = [
    ...(token.value === undefined ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(method === "PATCH" && draft.tag !== undefined ? [`-H ${shellQuoted(`If-Match: ${draft.tag}`)}`] : []),
    ...(method === "GET" ? [] : ['-H "Content-Type: application/json"', `-d ${shellQuoted(body)}`]),
  ];
  const curl = [`curl${method === "GET" ? "" : ` -X ${method}`} ${shellQuoted(url)}`, ...headers].join(
    " \\\n  ",
  );
  const id = idLiteral(entity, draft);
  const name = `api[${JSON.stringify(entity.name)}]`;
  const call =
    method === "POST"
      ? `await ${name}.create(${body})`
      : method === "PATCH"
        ? `await ${name}.update(${id}, ${body})`
        : `await ${name}.findById(${id})`;
  const client = `import { createClient } from "data-api/client";\nimport type config from "./data-api.config.js";\n\nconst api = createClient<typeof config>(${JSON.stringify(root.replace(/\/$/, ""))});\n${call};`;
  return (
    <details class="request">
      <summary>The request</summary>
      {[
        ["curl", curl],
        ["The typed client", client],
      ].map(([title = "", text = ""]) => (
        <figure key={title}>
          <figcaption>
            {title}{" "}
            <Button class="plain small" onClick={() => void copy(text)}>
              Copy
            </Button>
          </figcaption>
          <pre tabIndex={0}>{text}</pre>
        </figure>
      ))}
    </details>
  );
}

/** Browsers have a clipboard for pages with TLS, and for those of this machine. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notice.value = "Copied.";
  } catch {
    notice.value = "The browser did not allow to copy.";
  }
}

function withoutSecrets(entity: ShownEntity, body: string): string {
  return entity.fields
    .filter(({ type }) => type === "secret")
    .map(({ name }) => name)
    .concat("confirmPassword")
    .reduce((text, name) => text.replace(new RegExp(`("${name}":)"(?:[^"\\\\]|\\\\.)*"`), '$1"…"'), body);
}

/** A text as one argument of a POSIX shell. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The id as the client takes it. */
function idLiteral({ keys, fields }: ShownEntity, { id = "" }: Draft): string {
  const parts = id.split("/").map((part, index) => {
    const type = fields.find(({ name }) => name === keys[index])?.type;
    const text = decodeURIComponent(part);
    return type === "int" || type === "year" ? text : JSON.stringify(text);
  });
  return parts.length === 1
    ? (parts[0] ?? "")
    : `{ ${parts.map((part, index) => `${keys[index] ?? ""}: ${part}`).join(", ")} }`;
}
