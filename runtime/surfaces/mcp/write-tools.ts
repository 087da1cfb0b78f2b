import { ApiError } from "../../errors/api-error.js";
import { checkParsedJson } from "../../http/bodies/parse-json.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { toApiError } from "../../http/send-problem.js";
import { fieldLabel } from "../../model/field-label.js";
import type { Operation } from "../../model/model.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { withLabels } from "../../model/with-labels.js";
import { idOfRecord, keyIfValid, parseId } from "../../records/parse-id.js";
import { recordTag } from "../../records/record-tag.js";
import type { AnyRecord } from "../../repository/repository.js";
import { invalidFields } from "../../write/input/check-input.js";
import { inputParser } from "../../write/input/parse-input.js";
import { inputSchemaOf } from "../../write/input/input-schemas.js";
import { refusedLists } from "../../write/nested/nested-list.js";
import { auditFailure } from "../../write/steps/audit.js";
import { noSuchRecord } from "../../write/steps/reach-record.js";
import type { WriteOptions } from "../../write/write-options.js";
import { toContent } from "./to-content.js";
import { authorizeOn, maySomewhere, type EntityGrant, type ToolContext } from "./tool-context.js";
import {
  argumentsOf,
  type Arguments,
  type Tool,
  type ToolAnswer,
  type ToolCall,
  type ToolHints,
} from "./tool.js";
import { parseVersion, VERSION, versionOf } from "./record-version.js";

const entity = { type: "string", description: "A name from describe_entities." };
const id = {
  type: ["string", "integer", "object"],
  description: "The key of the record: its value, or an object if several fields form the key.",
};
const expectedVersion = {
  type: "string",
  description: `The "${VERSION}" of the record as you have read it. If the record has changed since, nothing is written.`,
};

const writtenSchema = {
  type: "object",
  required: ["id"],
  properties: {
    id: { description: "The key of the record." },
    record: { type: "object", description: "The record as it is now, if the caller may read it." },
  },
};

/** What a tool writes. */
interface WriteTool extends Pick<Tool, "name" | "title" | "description" | "inputSchema"> {
  readonly operation: Exclude<Operation, "read">;
  readonly hints: Partial<ToolHints>;
  /** What happened, for the model. */
  readonly done: string;
  readonly write: (
    granted: EntityGrant,
    args: Arguments,
    options: WriteOptions,
  ) => Promise<AnyRecord | undefined>;
}

const tools: readonly WriteTool[] = [
  {
    name: "create_record",
    title: "Create a record",
    description:
      "Creates one record, and answers with it. describe_entities names the fields that can be set.",
    inputSchema: argumentsOf(
      { entity, input: { type: "object", description: "The values by field name." } },
      ["entity", "input"],
    ),
    operation: "create",
    hints: { destructiveHint: false },
    done: "Created.",
    write: async (granted, args, options) => {
      const input = await parseInput(granted, args["input"], "create");
      return granted.repository.create(input, granted.grant, options);
    },
  },
  {
    name: "update_record",
    title: "Change a record",
    description: `Changes the given fields of one record. Read the record first: its "${VERSION}" is the expectedVersion.`,
    inputSchema: argumentsOf(
      {
        entity,
        id,
        changes: { type: "object", description: "The new values by field name. Other fields stay." },
        expectedVersion,
      },
      ["entity", "id", "changes", "expectedVersion"],
    ),
    operation: "update",
    hints: {},
    done: "Changed.",
    write: async (granted, args, options) => {
      const precondition = parseVersion(args["expectedVersion"]);
      const key = parseId<never>(args["id"] as never, granted.entity);
      const changes = await parseInput(granted, args["changes"], "update");
      return granted.repository.update(key, changes, granted.grant, { ...options, precondition });
    },
  },
  {
    name: "delete_record",
    title: "Delete a record",
    description: `Deletes one record. Read the record first: its "${VERSION}" is the expectedVersion.`,
    inputSchema: argumentsOf({ entity, id, expectedVersion }, ["entity", "id", "expectedVersion"]),
    operation: "delete",
    hints: {},
    done: "Deleted.",
    write: async (granted, args, options) => {
      const precondition = parseVersion(args["expectedVersion"]);
      const key = parseId<never>(args["id"] as never, granted.entity);
      // The record is gone, so that only its key is answered.
      return granted.repository.delete(key, granted.grant, { ...options, precondition, returning: "id" });
    },
  },
];

/** The tools that write one record, as the endpoints with `Prefer: handling=strict` and `If-Match` do. */
export function writeTools(context: ToolContext): readonly Tool[] {
  return tools.map((tool) => {
    const { name, title, description, inputSchema, operation, hints } = tool;
    return {
      name,
      title,
      description,
      inputSchema,
      outputSchema: writtenSchema,
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: false,
        openWorldHint: false,
        ...hints,
      },
      isOffered: (caller) => maySomewhere(caller, operation, context),
      run: (args, call) => write(tool, args, call, context),
    };
  });
}

async function write(
  tool: WriteTool,
  args: Arguments,
  call: ToolCall,
  context: ToolContext,
): Promise<ToolAnswer> {
  const requestId = requestIdOf(call.req);
  try {
    const granted = authorizeOn(args["entity"], tool.operation, call, context);
    const { mayRead } = granted.grant;
    const options = { returning: mayRead ? "record" : "id", requestId, tool: tool.name } as const;
    const record = await tool.write(granted, args, options);
    if (record === undefined) throw noSuchRecord(granted.entity);
    return answerOf(record, granted, tool, mayRead);
  } catch (error) {
    const failure = ofVersion(error);
    await auditRefusal(tool, args, call, toApiError(failure), context);
    const known = context.entities.get(String(args["entity"]).toLowerCase())?.repository.entity;
    throw known === undefined ? failure : withLabels(failure, (path) => fieldLabel(known, path));
  }
}

function answerOf(
  record: AnyRecord,
  { entity: of }: EntityGrant,
  tool: WriteTool,
  mayRead: boolean,
): ToolAnswer {
  const key = toContent(toJsonText(idOfRecord(record, of)));
  if (tool.operation === "delete" || !mayRead) return { text: tool.done, content: { id: key } };
  const text = toJsonText(record);
  const shown = { ...(toContent(text) as object), [VERSION]: versionOf(recordTag(text)) };
  return { text: tool.done, content: { id: key, record: shown } };
}

/**
 * Unknown fields are mistakes, so that the model learns of them. Lists of other records are, too: they would be changed
 * in bulk, without their versions, and deleted where there is no tool for that.
 */
async function parseInput(
  { entity: of, grant }: EntityGrant,
  given: unknown,
  kind: "create" | "update",
): Promise<object> {
  checkParsedJson(given, of.limits);
  const refused = refusedLists(of, [given as object], "by a tool: write its records one by one");
  if (refused.length > 0) throw invalidFields(refused);
  const options = { isNew: kind === "create", isStrict: true };
  return inputParser(inputSchemaOf(of, kind), of, options, grant)(given as object);
}

/** The same error in the words of the tool. */
function ofVersion(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "precondition-failed") return error;
  const detail = "The record has another version by now. Read it again, and then decide.";
  return new ApiError(error.code, detail, { cause: error });
}

/** Writes an audit entry for a call that was rejected or has failed. Never throws. */
async function auditRefusal(
  { name, operation }: WriteTool,
  args: Arguments,
  { caller, req }: ToolCall,
  failure: ApiError,
  { model, database }: ToolContext,
): Promise<void> {
  const of = model.entitiesByName.get(String(args["entity"]).toLowerCase());
  if (model.audit === undefined || of === undefined) return;
  const key = operation === "create" ? undefined : keyIfValid(args["id"], of);
  const write = { entity: of, operation, key, caller, requestId: requestIdOf(req), tool: name };
  await auditFailure(database, write, failure);
}
