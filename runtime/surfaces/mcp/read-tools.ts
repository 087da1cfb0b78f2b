import type { Request } from "express";
import { answerTooLarge } from "../../records/check-answer.js";
import { recordTag } from "../../records/record-tag.js";
import type { ReadPage } from "../../records/read-page.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { checkPageNumber } from "../../read/page-numbers.js";
import { grantOf } from "../admin/show-model.js";
import { parseAggregate } from "../query/parse-aggregate.js";
import { parseRead } from "../query/parse-read.js";
import { toContent } from "./to-content.js";
import { authorizeOn, maySomewhere, type EntityGrant, type ToolContext } from "./tool-context.js";
import { argumentsOf, reads, type Arguments, type Tool, type ToolAnswer, type ToolCall } from "./tool.js";
import { versionOf, VERSION } from "./record-version.js";

const condition = { type: ["string", "object"] };

const pageSchema = {
  type: "object",
  required: ["items"],
  properties: {
    items: { type: "array", items: { type: "object" } },
    count: { type: "integer", description: "How many match, on all pages." },
    next: { type: "string", description: 'The "after" of the next page. Absent on the last page.' },
  },
};

const page = (max: number) => ({
  take: { type: "integer", minimum: 0, maximum: max },
  after: { type: "string", description: 'The "next" of the page before, with the same other arguments.' },
  count: { type: "boolean", description: "false: do not count all matches, which is faster. Default true." },
});

/** Reads records as `GET /api/data/:entity` does. */
export function readRecordsTool(context: ToolContext): Tool {
  const { maxRecords } = context.settings;
  const writes = context.settings.isReadOnly
    ? ""
    : ` Without "select", each record has "${VERSION}", which a change needs.`;
  return {
    name: "read_records",
    title: "Read records",
    description: `Reads records of an entity, with related records, and says how many match. To count or add up, use aggregate_records.${writes}`,
    inputSchema: argumentsOf(
      {
        entity: { type: "string", description: "A name from describe_entities." },
        where: {
          ...condition,
          description:
            'Which records: status="open"&(views>10|author.name~"ann"). Operators: = <> < <= > >= ~ (contains) ^= (begins) $= (ends), each with * after it to ignore case; =[a,b]; & | !( ); =null; comments=null (has none); count(comments)>3; comments(text~"x"). Or an object: {"views":{"gt":10}}.',
        },
        select: {
          ...condition,
          description:
            "Which members, with relations: id,title,author(name),comments(text;where=isvisible=true;orderBy=~createdat;take=3),count(comments). Default: all fields of the entity.",
        },
        orderBy: { type: "string", description: 'Such as ~createdat,author.name. "~" sorts descending.' },
        ...page(maxRecords),
      },
      ["entity"],
    ),
    outputSchema: pageSchema,
    annotations: reads,
    isOffered: (caller) => maySomewhere(caller, "read", context),
    run: (args, call) => {
      const granted = authorizeOn(args["entity"], "read", call, context);
      const hasVersions = args["select"] === undefined && isChangeable(granted, call, context);
      const take = Math.min(granted.entity.limits.defaultTake, maxRecords);
      return readPage(args, take, call, context, {
        noun: `records of "${granted.entity.name}"`,
        read: (query, session) =>
          granted.repository.within(session).read(parseRead(query, granted.entity), granted.grant),
        toItem: (text) => {
          const record = toContent(text) as object;
          return hasVersions ? { ...record, [VERSION]: versionOf(recordTag(text)) } : record;
        },
      });
    },
  };
}

/** Reads groups as `GET /api/data/:entity/aggregate` does. */
export function aggregateRecordsTool(context: ToolContext): Tool {
  const { maxRecords } = context.settings;
  return {
    name: "aggregate_records",
    title: "Aggregate records",
    description:
      "Counts records, or adds up, averages, and finds the least and greatest values, for all records or by groups. Exact on all records: never add up pages yourself.",
    inputSchema: argumentsOf(
      {
        entity: { type: "string", description: "A name from describe_entities." },
        select: {
          type: "string",
          description:
            "Groups and functions: status,month(createdat),count(),sum(total),avg(total),min(total),max(total),count(distinct customerid). Groups may be fields of related records: author.name. Of times: date() year() month() day() hour(), in UTC.",
        },
        where: { ...condition, description: "Which records, as for read_records." },
        having: { type: "string", description: "Which groups: sum(total)>100." },
        orderBy: { type: "string", description: "Such as ~sum(total)." },
        ...page(maxRecords),
      },
      ["entity", "select"],
    ),
    outputSchema: pageSchema,
    annotations: reads,
    isOffered: (caller) => maySomewhere(caller, "read", context),
    run: (args, call) => {
      const { entity, repository, grant } = authorizeOn(args["entity"], "read", call, context);
      return readPage(args, maxRecords, call, context, {
        noun: `groups of "${entity.name}"`,
        read: (query, session) => repository.within(session).aggregate(parseAggregate(query, entity), grant),
        toItem: (text) => toContent(text) as object,
      });
    },
  };
}

/** How a page is read. */
interface Reading {
  /** What its items are. */
  readonly noun: string;
  readonly read: (query: ReturnType<typeof queryOf>, session: DatabaseSession) => Promise<ReadPage<unknown>>;
  readonly toItem: (text: string) => object;
}

/** Reads a page of at most `maxAnswerBytes`: a shorter one if that many records have more. */
async function readPage(
  args: Arguments,
  defaultTake: number,
  { signal }: ToolCall,
  { database, settings: { maxRecords, maxAnswerBytes } }: ToolContext,
  { noun, read, toItem }: Reading,
): Promise<ToolAnswer> {
  const { entity: _, take = defaultTake, count = true, ...others } = args;
  checkPageNumber(take, maxRecords, "take");
  const found = await database.cancellable(signal, async (session) => {
    let size = take;
    for (;;) {
      const result = await read(queryOf({ ...others, take: size, count }), session);
      size = fittingIn(maxAnswerBytes, result);
      if (size === result.length) return result;
      if (size === 0) throw answerTooLarge(maxAnswerBytes);
    }
  });
  const items = [...found.toTexts()].map(toItem);
  const { next, count: total } = found;
  const more = next === undefined ? "" : ' For more, call again with "next" as "after".';
  return {
    text: `${items.length}${total === undefined ? "" : ` of ${total}`} ${noun}.${more}`,
    content: { items, ...(total !== undefined && { count: total }), ...(next !== undefined && { next }) },
  };
}

/** What an item has beside its own text: a comma and its version. */
const AROUND = 40;

/** How many items fit into this many bytes. */
function fittingIn(maxBytes: number, page: ReadPage<unknown>): number {
  let left = maxBytes;
  let fitting = 0;
  for (const text of page.toTexts()) {
    left -= Buffer.byteLength(text) + AROUND;
    if (left < 0) break;
    fitting++;
  }
  return fitting;
}

/** The arguments as the query of an endpoint: its code parses and checks them. */
function queryOf(args: Arguments): Pick<Request, "url" | "headers"> {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : toJsonText(value),
  ]);
  return { url: `?${new URLSearchParams(texts).toString()}`, headers: {} };
}

/** Whether the caller may change or delete some records of the entity with this server's tools. */
function isChangeable({ entity }: EntityGrant, { caller }: ToolCall, { settings }: ToolContext): boolean {
  return (
    !settings.isReadOnly &&
    (["update", "delete"] as const).some((operation) => grantOf(entity, caller, operation) !== undefined)
  );
}
