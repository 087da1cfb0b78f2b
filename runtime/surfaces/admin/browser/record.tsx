import { useEffect, useState } from "preact/hooks";
import type { ShownEntity, ShownField, ShownLink, ShownModel, ShownRelation } from "../shown-model.js";
import { Conflict } from "./conflict.js";
import { ConfirmDelete } from "./confirm-delete.js";
import { Button, Problem } from "./controls.js";
import { Dialog } from "./dialog.js";
import {
  asField,
  draftKey,
  drafts,
  edit,
  hasChanges,
  openDraft,
  ownMembers,
  readRecord,
  recreate,
  remove,
  save,
  saved,
  setDraft,
  textIn,
  type Draft,
} from "./drafts.js";
import { Editor, hintOf, KeyEditor } from "./editor.js";
import { LinkEditor } from "./link-editor.js";
import { RelatedList } from "./related-list.js";
import { RequestText } from "./request-text.js";
import { linkToRecord } from "./route.js";
import { notice } from "./state.js";
import { useRequest } from "./use-request.js";
import {
  entityNamed,
  fieldNamed,
  idOf,
  isReadable,
  isText,
  labelOf,
  namingFields,
  relatedIn,
  relationOf,
  textOf,
  titleOf,
  type Row,
} from "./values.js";

interface Props {
  readonly model: ShownModel;
  readonly entity: ShownEntity;
  /** `undefined` for a new record. */
  readonly id: string | undefined;
  /** Values that a new record begins with. */
  readonly given?: Readonly<Record<string, string>>;
  /** The ids of the records before and after it. */
  readonly neighbours?: { readonly previous?: string | undefined; readonly next?: string | undefined };
  /** Shows another record in its place. */
  readonly onShow: (id: string | undefined) => void;
  readonly onGone: () => void;
  /** What the ids of its elements begin with. A record in a drawer has one, and no lists of related records. */
  readonly prefix?: string;
}

/** A record with all that the caller may see and change of it, or the form of a new one. */
export function Record({
  model,
  entity,
  id,
  given = {},
  neighbours = {},
  onShow,
  onGone,
  prefix = "",
}: Props) {
  const [version, setVersion] = useState(0);
  const change = saved.value;
  const read = useRequest(
    async () =>
      id === undefined || !entity.may.read
        ? undefined
        : { change, ...(await readRecord(entity, id, selectFor(entity, model))) },
    [entity, id, version],
  );
  // It may be saved elsewhere, as by "Save all". Until it is read again, what was saved is the newest.
  const isOlder =
    read.value !== undefined &&
    change !== read.value.change &&
    change?.entity === entity.name &&
    change.id === id;
  useEffect(() => {
    if (isOlder) setVersion((count) => count + 1);
  }, [change]);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [drawer, setDrawer] = useState<{ readonly entity: ShownEntity; readonly id: string }>();
  const closeDrawer = () => {
    setDrawer(undefined);
    setVersion((count) => count + 1);
  };
  const [failure, setFailure] = useState<string>();
  const key = draftKey(entity.name, id);
  const kept = drafts.value.get(key);
  const isNew = id === undefined;
  useEffect(() => {
    // What was begun before gets the values that this form is opened with.
    if (isNew && kept !== undefined) setDraft(key, { ...kept, changes: { ...kept.changes, ...given } });
  }, [key]);

  if (!isNew && entity.may.read && read.value === undefined && kept === undefined)
    return <p role="status">{read.error ?? "Loading …"}</p>;
  const row = { ...read.value?.record, ...(isOlder && change.record) };
  const tag = (isOlder ? change.tag : undefined) ?? read.value?.tag;
  const draft = kept ?? { ...openDraft(entity, id, row, tag), changes: given };
  const shownRow = { ...draft.base, ...row };
  const mayChange = isNew ? entity.may.create : entity.may.update;

  const store = async (isFollowedByNew: boolean) => {
    if (!isNew && !hasChanges(draft)) {
      notice.value = "There is nothing to save.";
      if (isFollowedByNew) onShow(undefined);
      return;
    }
    if (draft.theirs !== undefined) {
      notice.value = "Choose between the two sides first.";
      return;
    }
    setBusy(true);
    const savedId = await save(drafts.value.get(key) ?? draft);
    setBusy(false);
    if (savedId === undefined) {
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    if (isFollowedByNew) onShow(undefined);
    else if (isNew && (savedId === "" || !entity.may.read)) onGone();
    else if (isNew) onShow(savedId);
  };
  const erase = async () => {
    if (id === undefined) return;
    setAsked(false);
    const reason = await remove(entity, id, draft.tag);
    if (reason === undefined) onGone();
    else {
      setFailure(reason);
      setVersion((count) => count + 1);
    }
  };
  const members = [
    ...entity.fields.filter((field) => isShown(field, isNew)).map((field) => ({ field, link: undefined })),
    ...entity.links
      .filter((link) => (isNew ? link.isCreatable : link.reads !== "none" || link.isEditable))
      .map((link) => ({ field: undefined, link })),
  ];
  const line = { prefix, model, entity, draft, row: shownRow, isNew };
  const showTarget = (relation: ShownRelation, target: ShownEntity) => {
    const [to = ""] = relation.targetFields;
    const [from = ""] = relation.sourceFields;
    const text = textIn(draft, { name: from, type: "string" });
    const targetId = text === null ? undefined : idOf(target, { [to]: text });
    if (targetId !== undefined) setDrawer({ entity: target, id: targetId });
  };

  return (
    <form
      class="record"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A drawer is a form inside this one.
        event.stopPropagation();
        void store(false);
      }}
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key === "s") {
          event.preventDefault();
          event.stopPropagation();
          void store(false);
        }
      }}
    >
      <div class="bar">
        {!isNew && (
          <>
            <Button disabled={neighbours.previous === undefined} onClick={() => onShow(neighbours.previous)}>
              ← Previous
            </Button>
            <Button disabled={neighbours.next === undefined} onClick={() => onShow(neighbours.next)}>
              Next →
            </Button>
          </>
        )}
        <span class="space" />
        {kept !== undefined && hasChanges(kept) && (
          <Button onClick={() => setDraft(key, undefined)}>Discard changes</Button>
        )}
        {!isNew && entity.may.delete && (
          <Button class="danger" onClick={() => setAsked(true)}>
            Delete …
          </Button>
        )}
        {mayChange && entity.may.create && <Button onClick={() => void store(true)}>Save and new</Button>}
        {mayChange && <button class="main">{isBusy ? "Saving …" : isNew ? "Create" : "Save"}</button>}
      </div>
      <Problem text={draft.problem} />
      <Problem text={failure} />
      <Problem text={read.error} />
      {draft.isGone && (
        <p>
          {entity.may.create && (
            <Button
              onClick={() => {
                recreate(draft);
                onShow(undefined);
              }}
            >
              Create it again with these values
            </Button>
          )}{" "}
          <Button
            onClick={() => {
              setDraft(key, undefined);
              onGone();
            }}
          >
            Discard
          </Button>
        </p>
      )}
      {draft.theirs !== undefined && <Conflict draft={draft} />}
      {members.map(({ field, link }) =>
        field === undefined ? (
          <LinkLine key={link.name} {...line} link={link} />
        ) : (
          <FieldLine key={field.name} {...line} field={field} onOpen={showTarget} />
        ),
      )}
      {isNew && entity.isUsers && <Repeated draft={draft} />}
      {!isNew &&
        prefix === "" &&
        entity.relations
          .filter(({ isList, name }) => isList && !entity.links.some((link) => link.relation === name))
          .map((relation) => (
            <RelatedList
              key={`${id}/${relation.name}/${version}`}
              model={model}
              entity={entity}
              id={id}
              relation={relation}
              row={shownRow}
              onOpen={(target, targetId) => setDrawer({ entity: target, id: targetId })}
            />
          ))}
      {prefix === "" && <RequestText entity={entity} draft={draft} />}
      {isAsked && (
        <ConfirmDelete
          title="Delete this record?"
          keep="Keep it"
          onKeep={() => setAsked(false)}
          onDelete={() => void erase()}
        >
          {titleOf(entity, shownRow)} is deleted for good.
        </ConfirmDelete>
      )}
      {drawer !== undefined && (
        <Dialog isDrawer title={drawer.entity.name} onClose={closeDrawer}>
          <p>
            <a href={linkToRecord(drawer.entity.name, drawer.id)} onClick={() => setDrawer(undefined)}>
              Open as a page
            </a>
          </p>
          <Record
            model={model}
            entity={drawer.entity}
            id={drawer.id}
            prefix={`${prefix}drawer-`}
            onShow={(shown) =>
              setDrawer(shown === undefined ? undefined : { entity: drawer.entity, id: shown })
            }
            onGone={closeDrawer}
          />
        </Dialog>
      )}
    </form>
  );
}

function isShown(field: ShownField, isNew: boolean): boolean {
  return isNew ? field.isCreatable : isReadable(field) || field.isEditable;
}

/** Own fields, the ids and records of links, and the names of what keys lead to. */
function selectFor(entity: ShownEntity, model: ShownModel): string {
  const related = entity.relations.flatMap(({ name, isList, target }) => {
    const found = entityNamed(model, target);
    const isOwn = !isList || entity.links.some(({ relation }) => relation === name);
    return found === undefined || !isOwn ? [] : [`${name}(${namingFields(found).join(",")})`];
  });
  return [ownMembers(entity), ...related.slice(0, 32)].join(",");
}

interface LineProps {
  readonly prefix: string;
  readonly model: ShownModel;
  readonly entity: ShownEntity;
  readonly draft: Draft;
  readonly row: Row;
  readonly isNew: boolean;
}

function FieldLine({
  prefix,
  model,
  entity,
  field,
  draft,
  row,
  isNew,
  onOpen,
}: LineProps & {
  readonly field: ShownField;
  readonly onOpen: (relation: ShownRelation, target: ShownEntity) => void;
}) {
  const id = `${prefix}${entity.name}-${field.name}`;
  const value = textIn(draft, field);
  const issue = draft.issues[field.name];
  const relation = relationOf(entity, field.name);
  const target = relation === undefined ? undefined : entityNamed(model, relation.target);
  const mayChange = isNew ? field.isCreatable : field.isEditable && entity.may.update;
  const isChanged = draft.changes[field.name] !== undefined;
  const related = relation && relatedIn(row, relation, value);
  const isHidden = !isNew && !isChanged && !(field.name in row);
  const description = [
    field.description,
    field.system === undefined ? undefined : "Set by the server.",
    isNew && field.default !== undefined
      ? `Without a value: ${String(textOf(field, field.default))}.`
      : undefined,
    field.type === "secret" && !isNew ? "Never shown. Leave it as it is to keep it." : undefined,
    mayChange && hintOf(field) !== undefined ? `Such as ${hintOf(field) ?? ""}` : undefined,
  ].filter(Boolean);
  const props = {
    id,
    field,
    value,
    none: isHidden ? "hidden" : isNew && !isChanged ? "left out" : "null",
    isInvalid: issue !== undefined,
    describedBy: `${id}-about`,
    onChange: (text: string | null) => edit(draft, field, text),
  };
  return (
    <div class={`line${isChanged ? " changed" : ""}`}>
      <label for={id}>
        {labelOf(field)}
        {isNew && field.isRequired && <span title="required"> *</span>}
        <small>{field.label === undefined ? field.type : `${field.name} · ${field.type}`}</small>
      </label>
      <div>
        {!mayChange ? (
          <output id={id} class={value === null ? "is-null" : undefined}>
            {value ?? (isHidden ? "hidden" : "null")}
          </output>
        ) : relation === undefined ? (
          <Editor {...props} />
        ) : (
          <KeyEditor {...props} model={model} relation={relation} />
        )}
        {mayChange && field.isNullable && value !== null && isText(field) && (
          <Button
            class="plain small"
            aria-label={`Set to null: ${labelOf(field)}`}
            onClick={() => edit(draft, field, null)}
          >
            Set to null
          </Button>
        )}
        {target !== undefined && relation !== undefined && value !== null && (
          <Button class="plain small" onClick={() => onOpen(relation, target)}>
            {related === undefined ? `Show this ${target.name}` : titleOf(target, related)} ›
          </Button>
        )}
        <p id={`${id}-about`} class={issue === undefined ? "quiet" : "problem"}>
          {issue ?? description.join(" ")}
        </p>
      </div>
    </div>
  );
}

function LinkLine({
  prefix,
  model,
  entity,
  link,
  draft,
  row,
  isNew,
}: LineProps & { readonly link: ShownLink }) {
  const id = `${prefix}${entity.name}-${link.name}`;
  const target = entityNamed(model, link.target);
  const issue = draft.issues[link.name];
  return (
    <div class={`line${draft.changes[link.name] === undefined ? "" : " changed"}`}>
      <span class="label" id={id}>
        {labelOf(link)}
        <small>many {link.target}</small>
      </span>
      <div role="group" aria-labelledby={id}>
        {target !== undefined && (
          <LinkEditor
            target={target}
            value={textIn(draft, asField(link)) ?? "[]"}
            known={
              (link.relation === undefined
                ? undefined
                : (row[link.relation] as readonly Row[] | undefined)) ?? []
            }
            mayChange={isNew ? link.isCreatable : link.isEditable && entity.may.update}
            onChange={(text) => edit(draft, asField(link), text)}
          />
        )}
        <p class={issue === undefined ? "quiet" : "problem"}>{issue ?? link.description}</p>
      </div>
    </div>
  );
}

/** A password is typed twice, because it is not shown. */
function Repeated({ draft }: { readonly draft: Draft }) {
  const field = { name: "confirmPassword", type: "secret" };
  const secret = fieldNamed(draft.entity, "password");
  if (secret === undefined) return null;
  const issue = draft.issues[field.name];
  return (
    <div class="line">
      <label for="confirm-password">
        Password again<small>secret</small>
      </label>
      <div>
        <Editor
          id="confirm-password"
          field={{ ...secret, ...field }}
          value={textIn(draft, field)}
          isInvalid={issue !== undefined}
          onChange={(text) => edit(draft, field, text)}
        />
        <p class="problem">{issue}</p>
      </div>
    </div>
  );
}
