import { useEffect, useState } from "preact/hooks";
import type { ShownEntity } from "../shown-model.js";
import { ask } from "./api.js";
import { quoted } from "./conditions.js";
import { Dialog } from "./dialog.js";
import { useRequest } from "./use-request.js";
import { fieldNamed, idTextOf, namingFields, titleField, titleOf, type Row } from "./values.js";

interface Props {
  readonly entity: ShownEntity;
  readonly onPick: (row: Row) => void;
  readonly onClose: () => void;
}

const MOST = 30;

/** Finds a record by what people call it, or by its key. The server searches, so that any number may be there. */
export function Picker({ entity, onPick, onClose }: Props) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState(0);
  const { value: found, error } = useRequest(
    async (signal) => {
      // One request for what is typed in one go.
      if (text !== "") await new Promise((resolve) => setTimeout(resolve, 150));
      signal.throwIfAborted();
      const query = new URLSearchParams({ select: namingFields(entity).join(","), take: String(MOST) });
      const where = searchFor(entity, text.trim());
      if (where !== "") query.set("where", where);
      const { body } = await ask(`api/data/${entity.name}?${query.toString()}`, { signal });
      setPlace(0);
      return { text, rows: (body as { readonly items: readonly Row[] }).items };
    },
    [entity, text],
  );
  // Enter must not choose among the records of a former search.
  const rows = found?.text === text ? found.rows : undefined;
  useEffect(() => {
    document.querySelector(`#choice-${place}`)?.scrollIntoView({ block: "nearest" });
  }, [place]);
  const pick = (row: Row | undefined) => {
    if (row !== undefined) onPick(row);
  };
  return (
    <Dialog title={`Choose: ${entity.name}`} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label={`Search ${entity.name}`}
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={rows?.[place] === undefined ? undefined : `choice-${place}`}
        value={text}
        autoFocus
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          const last = (rows?.length ?? 0) - 1;
          if (event.key === "ArrowDown") setPlace(Math.min(place + 1, last));
          else if (event.key === "ArrowUp") setPlace(Math.max(place - 1, 0));
          else if (event.key === "Enter") pick(rows?.[place]);
          else return;
          event.preventDefault();
        }}
      />
      <p role="status" class="quiet">
        {error ??
          (rows === undefined
            ? "Searching …"
            : rows.length === 0
              ? "No such record."
              : rows.length === MOST
                ? `The first ${MOST}. Type to narrow them down.`
                : "")}
      </p>
      <ul id="choices" role="listbox" aria-label={entity.name} class="choices">
        {rows?.map((row, index) => (
          <li
            key={index}
            id={`choice-${index}`}
            role="option"
            aria-selected={index === place}
            onClick={() => pick(row)}
          >
            {titleOf(entity, row)} <small>{idTextOf(entity, row)}</small>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function searchFor(entity: ShownEntity, text: string): string {
  if (text === "") return "";
  const title = titleField(entity);
  const [key, ...others] = entity.keys;
  const keyType = key === undefined || others.length > 0 ? undefined : fieldNamed(entity, key)?.type;
  const isKey =
    keyType === "string" ||
    keyType === "enum" ||
    ((keyType === "int" || keyType === "bigint") && /^\d{1,9}$/.test(text));
  const terms = [
    ...(title === undefined || title.conditions !== "text" ? [] : [`${title.name}~*${quoted(text)}`]),
    ...(isKey && key !== undefined ? [`${key}=${quoted(text)}`] : []),
  ];
  return terms.length === 0 ? `${key ?? ""}=${quoted(text)}` : terms.join("|");
}
