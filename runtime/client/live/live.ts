import type { WhereOf } from "../../condition/where-types.js";
import type { RecordShape } from "../../model/schemas/record-shape.js";
import type { OrderOf, Selectable, SelectedOf } from "../../read/select-types.js";
import type { ApiTypes, EntityIn } from "../api-types.js";
import type { CallOptions } from "../client-options.js";
import { CONNECTION, ENTITY, type Entities } from "../create-client.js";
import type { WholeRecord } from "../entity-client.js";
import { pause } from "../send-request.js";
import { changeStream, isPassing, waitAfter, type StreamEvent } from "./change-stream.js";
import { changesPath } from "./changes.js";
import { endedBy } from "./ended-by.js";
import { changedPage, type AnyRecord, type LivePage } from "./page-changes.js";

/** Which records. */
export interface LiveOptions<S extends RecordShape> extends CallOptions {
  /** A condition on the records. Default: all. */
  readonly where?: WhereOf<S> | undefined;
  /** Up to 8 fields or paths over to-one relations, `~` for descending order. Default: the key. */
  readonly orderBy?: OrderOf<S> | readonly OrderOf<S>[] | undefined;
  /** The maximum number of records. Default: 100. */
  readonly take?: number | undefined;
}

/**
 * The first records that match, in order, and again after each change of them: an array for the page as it is, then
 * one for each few changes. Ends by `break` or `return()`, or by the `signal`, whose reason is thrown.
 *
 * @throws {ClientError} What the server rejects, also later. If the first page cannot be read, the error of that.
 * @example
 * for await (const messages of live(api, "message", { where: { isread: false }, orderBy: "~id", take: 20 }))
 *   show(messages);
 */
export function live<A extends ApiTypes, N extends keyof A["entities"] & string>(
  client: Entities<A>,
  entity: N,
  options?: LiveOptions<EntityIn<A, N>["shape"]> & { readonly select?: undefined },
): AsyncGenerator<readonly WholeRecord<EntityIn<A, N>["shape"]>[], void>;
/** The selected members of the first records that match, and again after each change of them. */
export function live<
  A extends ApiTypes,
  N extends keyof A["entities"] & string,
  const T extends Selectable<EntityIn<A, N>["shape"], T>,
>(
  client: Entities<A>,
  entity: N,
  options: LiveOptions<EntityIn<A, N>["shape"]> & { readonly select: T },
): AsyncGenerator<readonly SelectedOf<EntityIn<A, N>["shape"], T>[], void>;
export function live(
  client: Entities<ApiTypes>,
  entity: string,
  { signal, headers, ...query }: AnyOptions = {},
): AsyncGenerator<readonly unknown[], void> {
  const { take = 100 } = query;
  const orderBy = [query.orderBy ?? []].flat() as readonly string[];
  return endedBy((ending) => {
    const stream = changeStream(client[CONNECTION], { path: changesPath(entity, query), headers }, ending);
    const find: object = { ...query, take, headers, signal: ending };
    const read = async () => {
      const { items, next } = await client[ENTITY](entity).find(find);
      return { items: items as readonly AnyRecord[], hasMore: next !== undefined };
    };
    const change = (page: LivePage, event: StreamEvent) => changedPage(page, event, orderBy, take);
    return livePages(stream, read, change, ending);
  }, signal);
}

type AnyOptions = LiveOptions<never> & { readonly select?: unknown };

/** Changes that come together make one snapshot. In milliseconds. */
const TOGETHER = 10;
/**
 * A change that comes shortly after a page may have been read before it. So the changes of this time, in milliseconds,
 * are applied together at its end, when newer ones have replaced those: no record goes back to a state before the
 * page. It is also the time between two reads of a list that changes all the time.
 */
const SETTLING = 1000;
/** Clients that see the same change do not read all at once, but within this time, in milliseconds. */
const SPREAD = 500;

async function* livePages(
  stream: AsyncGenerator<StreamEvent | undefined, void>,
  read: () => Promise<LivePage>,
  change: (page: LivePage, event: StreamEvent) => LivePage | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly AnyRecord[], void> {
  const pull = () => {
    const pulled = stream.next();
    // It may fail while nothing waits for it. Whatever waits for it next gets the error.
    pulled.catch(() => undefined);
    return pulled;
  };
  let next = pull();
  /** The events of a time, in milliseconds. */
  const eventsFor = async (time: number) => {
    const events: StreamEvent[] = [];
    const end = pause(time, signal);
    for (;;) {
      const pulled = await Promise.race([end, next]);
      if (pulled === undefined) return events;
      if (pulled.value !== undefined) events.push(pulled.value);
      next = pull();
    }
  };
  const readAgain = async () => {
    for (let failures = 0; ; failures++) {
      // A page that is read later has what these events say.
      await eventsFor(failures === 0 ? Math.random() * SPREAD : waitAfter(failures, 1000));
      try {
        return await read();
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
    }
  };

  // From the first sign of the stream on, no change is missed. So a page that is read now has those before.
  await next;
  next = pull();
  let page = await read();
  let readAt = Date.now();
  yield page.items;
  for (;;) {
    const { value: first } = await next;
    next = pull();
    if (first === undefined) continue;
    const events = [first, ...(await eventsFor(Math.max(TOGETHER, readAt + SETTLING - Date.now())))];
    const before = page;
    const changed = events.reduce<LivePage | undefined>((each, event) => each && change(each, event), page);
    page = changed ?? (await readAgain());
    if (changed === undefined) readAt = Date.now();
    if (page !== before) yield page.items;
  }
}
