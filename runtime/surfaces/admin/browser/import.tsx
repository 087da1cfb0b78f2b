import { useState } from "preact/hooks";
import type { ShownEntity } from "../shown-model.js";
import { ask, messageOf } from "./api.js";
import { Problem } from "./controls.js";
import { Dialog } from "./dialog.js";

interface Done {
  readonly created: number;
  readonly failed: number;
  readonly errors: readonly {
    readonly line: number;
    readonly detail?: string;
    readonly errors?: readonly { readonly message: string }[];
  }[];
}

/** Creates records from a file, and says of each line that failed, why. */
export function Import({
  entity,
  onClose,
}: {
  readonly entity: ShownEntity;
  readonly onClose: (isDone: boolean) => void;
}) {
  const [file, setFile] = useState<File>();
  const [isStrict, setStrict] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Done>();
  const [problem, setProblem] = useState<string>();
  const fields = entity.fields.filter(({ isCreatable }) => isCreatable);
  const send = async (event: Event) => {
    event.preventDefault();
    if (file === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const type = /\.(?:ndjson|jsonl)$/i.test(file.name) ? "application/x-ndjson" : "text/csv";
      const { body } = await ask(`api/data/${entity.name}`, {
        method: "POST",
        headers: { "Content-Type": type, ...(isStrict && { Prefer: "handling=strict" }) },
        body: file,
      });
      setDone(body as Done);
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Dialog title={`Import: ${entity.name}`} onClose={() => onClose((done?.created ?? 0) > 0)}>
      <form onSubmit={(event) => void send(event)}>
        <p>
          A CSV file whose first line names the fields, or NDJSON. Fields:{" "}
          <code>{fields.map(({ name, isRequired }) => (isRequired ? `${name}*` : name)).join(", ")}</code>
        </p>
        <p>
          <label>
            File{" "}
            <input
              type="file"
              accept=".csv,.ndjson,.jsonl,text/csv"
              required
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
            />
          </label>
        </p>
        <p>
          <label>
            <input
              type="checkbox"
              checked={isStrict}
              onChange={({ currentTarget }) => setStrict(currentTarget.checked)}
            />{" "}
            All lines or none
          </label>
        </p>
        <Problem text={problem} />
        {done !== undefined && (
          <div role="status">
            <p>
              {done.created} created, {done.failed} failed.
            </p>
            <ul>
              {done.errors.map(({ line, detail, errors }) => (
                <li key={line}>
                  Line {line}: {errors?.map(({ message }) => message).join(" ") ?? detail}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p class="bar">
          <button class="main" disabled={isBusy || file === undefined}>
            {isBusy ? "Importing …" : "Import"}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
