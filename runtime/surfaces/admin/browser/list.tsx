import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ShownEntity, ShownField, ShownModel } from "../shown-model.js";
import { ask, askForFile, messageOf, Refusal } from "./api.js";
import { ConfirmDelete } from "./confirm-delete.js";
import { Button, Problem, Select } from "./controls.js";
import { Dialog } from "./dialog.js";
import {
  draftKey,
  drafts,
  edit,
  openDraft,
  readRecord,
  remove,
  saved,
  setDraft,
  type Draft,
} from "./drafts.js";
import { Editor } from "./editor.js";
import { Filter } from "./filter.js";
import { Grid, type Cell, type Column } from "./grid.js";
import { Import } from "./import.js";
import { linkTo, linkToRecord, route, setOptions } from "./route.js";
import { notice } from "./state.js";
import {
  entityNamed,
  idOf,
  isLong,
  isReadable,
  labelOf,
  namingFields,
  relatedIn,
  relationOf,
  textOf,
  titleOf,
  type Row,
  type Text,
} from "./values.js";

interface Props {
  readonly model: ShownModel;
  readonly entity: ShownEntity;
}

interface Loaded {
  readonly rows: Row[];
  /** The paths of the records. */
  readonly ids: (string | undefined)[];
  readonly count: number | undefined;
  readonly next: string | undefined;
}

interface Editing {
  readonly cell: Cell;
  readonly field: ShownField;
  readonly text: Text;
  /** The text as the grid shows it. */
  readonly before: Text;
  readonly draft: Promise<Draft>;
}

type DialogName = "columns" | "import" | "delete" | "set";

const PAGE = 200;
const MOST_COLUMNS = 12;

/** The ids of the list that was shown last, for the way from a record to the next. */
export const lastList: { entity: string; ids: readonly (string | undefined)[] } = { entity: "", ids: [] };

/** The records of an entity as a grid: filtered, sorted, edited in place, read page by page as one scrolls. */
export function List({ model, entity }: Props) {
  const { options } = route.value;
  const where = options.get("where") ?? "";
  const orderBy = options.get("orderBy") ?? "";
  const all = useMemo(() => entity.fields.filter(isReadable), [entity]);
  const names = (options.get("columns") ?? "")
    .split(",")
    .filter((name) => all.some((field) => field.name === name));
  const shown =
    names.length > 0 ? all.filter(({ name }) => names.includes(name)) : all.slice(0, MOST_COLUMNS);
  const query = useMemo(
    () => queryFor(model, entity, shown, where, orderBy),
    [model, entity, where, orderBy, shown.map(({ name }) => name).join(",")],
  );

  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<{ readonly text: string; readonly isFilter: boolean }>();
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [editing, setShownEditing] = useState<Editing>();
  // An input that goes loses the focus, which would store what Escape has taken back.
  const edited = useRef<Editing>(undefined);
  const setEditing = (next: Editing | undefined) => {
    edited.current = next;
    setShownEditing(next);
  };
  const [dialog, setDialog] = useState<DialogName>();
  const showing = (next?: DialogName) => () => setDialog(next);
  const [version, setVersion] = useState(0);
  const cancel = useRef<AbortController>(undefined);
  const isLoading = useRef(false);

  const load = async (after: Loaded | undefined) => {
    if (isLoading.current && after !== undefined) return;
    isLoading.current = true;
    cancel.current ??= new AbortController();
    const { signal } = cancel.current;
    try {
      const parameters = new URLSearchParams({ ...query, take: String(Math.min(PAGE, model.maxTake)) });
      if (after?.next === undefined) parameters.set("count", "true");
      else parameters.set("after", after.next);
      const { body } = await ask(`api/data/${entity.name}?${parameters.toString()}`, { signal });
      signal.throwIfAborted();
      const page = body as {
        readonly items: readonly Row[];
        readonly next?: string;
        readonly count?: number;
      };
      // The same list grows, because a copy of a hundred thousand rows for each page takes long.
      const { rows, ids }: Pick<Loaded, "rows" | "ids"> = after ?? { rows: [], ids: [] };
      for (const row of page.items) {
        rows.push(row);
        ids.push(idOf(entity, row));
      }
      setLoaded({ rows, ids, count: after === undefined ? page.count : after.count, next: page.next });
      setProblem(undefined);
      isLoading.current = false;
    } catch (error) {
      if (signal.aborted) return;
      isLoading.current = false;
      const isFilter =
        error instanceof Refusal && ["invalid-condition", "invalid-query"].includes(error.code);
      setProblem({
        text:
          error instanceof Refusal
            ? [error.message, ...error.issues.map(({ message }) => message)].join(" ")
            : messageOf(error),
        isFilter,
      });
      if (after === undefined) setLoaded({ rows: [], ids: [], count: undefined, next: undefined });
    }
  };
  useEffect(() => {
    cancel.current?.abort();
    cancel.current = new AbortController();
    isLoading.current = false;
    setMarked(new Set());
    setEditing(undefined);
    setLoaded(undefined);
    void load(undefined);
    return () => cancel.current?.abort();
  }, [query, version]);

  const { rows, ids }: Pick<Loaded, "rows" | "ids"> = loaded ?? { rows: [], ids: [] };
  Object.assign(lastList, { entity: entity.name, ids });
  const change = saved.value;
  useEffect(() => {
    if (change?.entity !== entity.name || loaded === undefined) return;
    const index = ids.indexOf(change.id);
    if (index === -1) return;
    if (change.record === undefined) {
      rows.splice(index, 1);
      ids.splice(index, 1);
    } else rows[index] = { ...rows[index], ...change.record };
    setLoaded({
      ...loaded,
      count: loaded.count === undefined || change.record !== undefined ? loaded.count : loaded.count - 1,
    });
  }, [change]);

  const order = orderBy.split(",").filter((text) => text !== "");
  const columns = shown.map((field): Column => {
    const sort = order.includes(field.name)
      ? "ascending"
      : order.includes(`~${field.name}`)
        ? "descending"
        : "none";
    return {
      name: field.name,
      label: labelOf(field),
      width: widthOf(field),
      sort: field.isSortable ? sort : undefined,
      isNumber:
        relationOf(entity, field.name) === undefined &&
        ["int", "bigint", "float", "decimal", "year"].includes(field.type),
    };
  });
  // Read here, so that a change of one gives the grid new props: it renders rows again only for these.
  const changes = drafts.value;
  const draftAt = (row: number) => changes.get(draftKey(entity.name, ids[row] ?? "\0"));
  const fieldAt = ({ column }: Cell) => shown[column];
  const isEditable = (field: ShownField, row: number) =>
    entity.may.update && field.isEditable && ids[row] !== undefined && field.type !== "secret";

  const open = ({ row }: Cell) => {
    const id = ids[row];
    if (id !== undefined) location.hash = linkToRecord(entity.name, id);
  };
  const startEdit = (cell: Cell, typed?: string) => {
    const field = fieldAt(cell);
    const id = ids[cell.row];
    const row = rows[cell.row];
    if (field === undefined || id === undefined || row === undefined) return;
    const known = draftAt(cell.row);
    const changed = known?.changes[field.name];
    const before = changed === undefined ? textOf(field, row[field.name]) : changed;
    // An input of one line would lose line breaks.
    if (!isEditable(field, cell.row) || isLong(field) || /[\r\n]/.test(before ?? "")) {
      if (typed === undefined) open(cell);
      return;
    }
    const draft = known === undefined ? readDraft(entity, id) : Promise.resolve(known);
    draft.catch((error: unknown) => {
      notice.value = messageOf(error);
      setEditing(undefined);
    });
    const hasChoices = field.type === "boolean" || field.values !== undefined;
    setEditing({ cell, field, draft, before, text: typed === undefined || hasChoices ? before : typed });
  };
  const stopEdit = (isKept: boolean) => {
    const ended = edited.current;
    if (ended === undefined) return;
    const { draft, field, text, before } = ended;
    setEditing(undefined);
    if (isKept && text !== before)
      draft.then(
        (read) => stage(read, field, before, text),
        () => undefined,
      );
  };
  const sort = ({ name }: Column, isAdded: boolean) => {
    const current = order.find((text) => text.replace("~", "") === name);
    const next = current === undefined ? [name] : current === name ? [`~${name}`] : [];
    const others = isAdded ? order.filter((text) => text.replace("~", "") !== name) : [];
    setOptions({ orderBy: [...others, ...next].join(",") || undefined });
  };
  const download = async (type: "text/csv" | "application/x-ndjson", ending: string) => {
    try {
      const fields = { ...query, select: shown.map(({ name }) => name).join(",") };
      const blob = await askForFile(`api/data/${entity.name}?${new URLSearchParams(fields).toString()}`, {
        headers: { Accept: type },
      });
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `${entity.name}.${ending}`;
      link.click();
      // Safari reads it after the click.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      notice.value = messageOf(error);
    }
  };
  const isEmpty = loaded !== undefined && rows.length === 0 && problem === undefined;
  return (
    <section class="list">
      <div class="bar">
        <h1>{entity.name}</h1>
        <span class="quiet" role="status">
          {loaded === undefined
            ? "Loading …"
            : loaded.count === undefined
              ? ""
              : `${loaded.count.toLocaleString("en")} ${loaded.count === 1 ? "record" : "records"}`}
        </span>
        <span class="space" />
        {marked.size > 0 && (
          <>
            {entity.may.update && <Button onClick={showing("set")}>Set a field of {marked.size} …</Button>}
            {entity.may.delete && (
              <Button class="danger" onClick={showing("delete")}>
                Delete {marked.size} …
              </Button>
            )}
          </>
        )}
        <Button onClick={showing("columns")}>Columns</Button>
        <a class="button" href={linkTo("summary", [entity.name], { where })}>
          Summarise
        </a>
        <details class="menu">
          <summary>Export</summary>
          <Button onClick={() => void download("text/csv", "csv")}>CSV</Button>
          <Button onClick={() => void download("application/x-ndjson", "ndjson")}>NDJSON</Button>
        </details>
        {entity.may.create && !entity.isUsers && <Button onClick={showing("import")}>Import …</Button>}
        {entity.may.create && (
          <a class="button main" href={linkTo("new", [entity.name])}>
            New
          </a>
        )}
      </div>
      {entity.description !== undefined && <p class="quiet">{entity.description}</p>}
      <Filter
        entity={entity}
        where={where}
        problem={problem?.isFilter === true ? problem.text : undefined}
        onChange={(text) => setOptions({ where: text || undefined })}
      />
      <Problem text={problem?.isFilter === false ? problem.text : undefined} />
      {isEmpty && where !== "" && (
        <p>
          No record meets this filter.{" "}
          <Button onClick={() => setOptions({ where: undefined })}>Show all</Button>
        </p>
      )}
      {isEmpty && where === "" && (
        <div class="first">
          <p>There is no record{entity.may.create ? " yet" : " that you may see"}.</p>
          {entity.may.create && (
            <p>
              <a class="button main" href={linkTo("new", [entity.name])}>
                Make the first one
              </a>{" "}
              {!entity.isUsers && <Button onClick={showing("import")}>Import a CSV file</Button>}
            </p>
          )}
        </div>
      )}
      {rows.length > 0 && (
        <Grid
          label={entity.name}
          columns={columns}
          length={rows.length}
          count={loaded?.count}
          editing={editing?.cell}
          classOf={({ row, column }) => {
            const draft = draftAt(row);
            const name = shown[column]?.name ?? "";
            return draft?.changes[name] === undefined
              ? undefined
              : draft.issues[name] === undefined
                ? "changed"
                : "changed wrong";
          }}
          show={({ row, column }) => {
            const field = shown[column];
            const record = rows[row];
            return field === undefined || record === undefined ? null : (
              <Value
                model={model}
                entity={entity}
                field={field}
                row={record}
                changed={draftAt(row)?.changes[field.name]}
                id={column === 0 ? ids[row] : undefined}
              />
            );
          }}
          showEditor={({ row, column }) => (
            <span
              onKeyDown={(event) => {
                if (event.key === "Escape") stopEdit(false);
                else if (event.key === "Enter" || event.key === "Tab") {
                  event.preventDefault();
                  stopEdit(true);
                } else return;
                event.stopPropagation();
              }}
              onFocusOut={() => stopEdit(true)}
              ref={(node: HTMLSpanElement | null) => {
                node?.querySelector<HTMLElement>("input,select")?.focus();
              }}
            >
              {editing !== undefined && (
                <Editor
                  id={`edit-${row}-${column}`}
                  isInGrid
                  label={labelOf(editing.field)}
                  field={editing.field}
                  value={editing.text}
                  onChange={(text) => setEditing({ ...editing, text })}
                />
              )}
            </span>
          )}
          onSort={sort}
          onEdit={startEdit}
          onOpen={open}
          mayMark={(row) => ids[row] !== undefined}
          isMarked={(row) => marked.has(ids[row] ?? "\0")}
          onMark={(row) => {
            const id = ids[row];
            if (id === undefined) return;
            const next = new Set(marked);
            if (!next.delete(id)) next.add(id);
            setMarked(next);
          }}
          onEnd={() => {
            if (loaded?.next !== undefined) void load(loaded);
          }}
        />
      )}
      {dialog === "columns" && (
        <Dialog title="Columns" onClose={showing()}>
          <fieldset>
            <legend>Shown columns</legend>
            {all.map((field) => (
              <label key={field.name}>
                <input
                  type="checkbox"
                  checked={shown.includes(field)}
                  onChange={({ currentTarget: { checked } }) => {
                    const next = all
                      .filter((each) => (each === field ? checked : shown.includes(each)))
                      .map(({ name }) => name);
                    setOptions({ columns: next.length === 0 ? undefined : next.join(",") });
                  }}
                />{" "}
                {labelOf(field)}
              </label>
            ))}
          </fieldset>
        </Dialog>
      )}
      {dialog === "import" && (
        <Import
          entity={entity}
          onClose={(isDone) => {
            setDialog(undefined);
            if (isDone) setVersion(version + 1);
          }}
        />
      )}
      {dialog === "delete" && (
        <ConfirmDelete
          title={`Delete ${marked.size} records?`}
          keep="Keep them"
          onKeep={showing()}
          onDelete={() => {
            setDialog(undefined);
            void removeAll(entity, marked, setMarked);
          }}
        >
          They are deleted for good, one after the other.
        </ConfirmDelete>
      )}
      {dialog === "set" && <SetField entity={entity} ids={marked} onClose={showing()} />}
    </section>
  );
}

/** Changes a cell. If its value was not the shown one any more, that is a conflict: both sides are shown. */
function stage(read: Draft, field: ShownField, shown: Text, text: Text): void {
  const key = draftKey(read.entity.name, read.id);
  const isFirst = drafts.value.get(key) === undefined;
  edit(read, field, text);
  const draft = drafts.value.get(key);
  if (!isFirst || draft === undefined || textOf(field, read.base[field.name]) === shown) return;
  const theirs = { record: read.base, tag: read.tag };
  setDraft(key, { ...draft, base: { ...read.base, [field.name]: shown }, theirs });
}

async function readDraft(entity: ShownEntity, id: string): Promise<Draft> {
  const { record, tag } = await readRecord(entity, id);
  saved.value = { entity: entity.name, id, record };
  return openDraft(entity, id, record, tag);
}

async function removeAll(
  entity: ShownEntity,
  ids: ReadonlySet<string>,
  setLeft: (left: ReadonlySet<string>) => void,
): Promise<void> {
  const left = new Set(ids);
  for (const id of ids) {
    const reason = await remove(entity, id, undefined);
    if (reason !== undefined) {
      notice.value = `${ids.size - left.size} deleted, ${left.size} not: ${reason}`;
      break;
    }
    left.delete(id);
  }
  setLeft(left);
}

/** Stages one value for many records. They are saved like any other change. */
function SetField({
  entity,
  ids,
  onClose,
}: {
  readonly entity: ShownEntity;
  readonly ids: ReadonlySet<string>;
  readonly onClose: () => void;
}) {
  const fields = entity.fields.filter(({ isEditable, type }) => isEditable && type !== "secret");
  const [field, setField] = useState(fields[0]);
  const [text, setText] = useState<Text>(null);
  const [isBusy, setBusy] = useState(false);
  if (field === undefined) return null;
  const stage = async () => {
    setBusy(true);
    for (const id of ids) {
      try {
        const draft = drafts.value.get(draftKey(entity.name, id)) ?? (await readDraft(entity, id));
        edit(draft, field, text);
      } catch (error) {
        notice.value = messageOf(error);
      }
    }
    onClose();
  };
  return (
    <Dialog title={`Set a field of ${ids.size} records`} onClose={onClose}>
      <p>
        <label>
          Field{" "}
          <Select
            value={field.name}
            choices={fields.map((each) => [each.name, labelOf(each)])}
            onChoose={(chosen) => {
              setField(fields.find(({ name }) => name === chosen) ?? field);
              setText(null);
            }}
          />
        </label>
      </p>
      <Editor id="set-value" label="Value" field={field} value={text} onChange={setText} />
      <p class="bar">
        <Button class="main" disabled={isBusy} onClick={() => void stage()}>
          Change them, to be saved
        </Button>
      </p>
    </Dialog>
  );
}

function queryFor(
  model: ShownModel,
  entity: ShownEntity,
  shown: readonly ShownField[],
  where: string,
  orderBy: string,
): Record<string, string> {
  const names = [...new Set([...entity.keys, ...shown.map(({ name }) => name)])];
  const related = shown.flatMap(({ name }) => {
    const relation = relationOf(entity, name);
    const target = relation === undefined ? undefined : entityNamed(model, relation.target);
    return relation === undefined || target === undefined
      ? []
      : [`${relation.name}(${namingFields(target).join(",")})`];
  });
  return {
    select: [...names, ...new Set(related)].join(","),
    ...(where !== "" && { where }),
    ...(orderBy !== "" && { orderBy }),
  };
}

const WIDTHS: Readonly<Record<string, number>> = {
  int: 8,
  bigint: 12,
  float: 10,
  decimal: 10,
  boolean: 8,
  date: 12,
  datetime: 26,
  time: 12,
  year: 6,
  uuid: 38,
};

function widthOf({ type, maxLength, name }: ShownField): number {
  return Math.max(WIDTHS[type] ?? Math.min(26, Math.max(14, maxLength ?? 26)), name.length + 4);
}

interface ValueProps extends Props {
  readonly field: ShownField;
  readonly row: Row;
  readonly changed: Text | undefined;
  /** Set in the first column, which leads to the record. */
  readonly id: string | undefined;
}

const LONGEST = 300;

function Value({ model, entity, field, row, changed, id }: ValueProps) {
  if (changed === undefined && !(field.name in row))
    return (
      <i class="quiet" title="You may not see it in this record.">
        hidden
      </i>
    );
  const text = changed === undefined ? textOf(field, row[field.name]) : changed;
  const relation = relationOf(entity, field.name);
  const target = relation === undefined ? undefined : entityNamed(model, relation.target);
  const related = relation && relatedIn(row, relation, text);
  if (text === null) return <i class="quiet">null</i>;
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const targetId = target && related && idOf(target, related);
  if (target !== undefined && related !== undefined && targetId !== undefined)
    return (
      <a tabIndex={-1} href={linkToRecord(target.name, targetId)} title={text}>
        {titleOf(target, related)}
      </a>
    );
  if (id !== undefined)
    return (
      <a tabIndex={-1} href={linkToRecord(entity.name, id)}>
        {short === "" ? "(empty)" : short}
      </a>
    );
  return <>{short}</>;
}
