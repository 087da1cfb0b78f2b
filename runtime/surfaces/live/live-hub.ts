import type { Request, Response } from "express";
import type { Caller } from "../../access/caller.js";
import { sha256 } from "../../access/sha256.js";
import type { LoggedChange, LogState } from "../../changes/change.js";
import type { ChangeFeed, ChangeListener } from "../../changes/change-feed.js";
import { ApiError } from "../../errors/api-error.js";
import { toApiError } from "../../http/send-problem.js";
import type { ChangesSettings } from "../../model/settings/changes-settings.js";
import type { FollowedRecords } from "../../repository/followed-records.js";
import { unlessLate, within } from "../../time/within.js";
import type { SurfaceContext } from "../surface.js";
import { toEvents, type ChangeEvents } from "./change-events.js";
import { ChangeStream, type ResetReason } from "./change-stream.js";
import { formatEventId, type EventId } from "./event-id.js";
import { StreamLimits } from "./stream-limits.js";

/** How long a caller is not identified again, in milliseconds. */
const CHECKED_FOR = 4_000;

/** How often it is looked which callers are to be identified again, in milliseconds. */
const CHECKING = 500;

/** How long further changes wait for clients that read what they have, in milliseconds. */
const PATIENCE = 250;

/** How long the read of one cohort may take, in milliseconds: the others wait for it. */
const READ_PATIENCE = 2_000;

/** The maximum number of reads of changes for a client that was away: one that missed more reads again. */
const MAX_CATCH_UP = 10;

/** How many answers to clients that come back are remembered for each cohort. */
const MAX_MISSED = 4;

/** The maximum length of the events of one look at the changes, in characters. */
const MAX_LENGTH = 4 * 1024 * 1024;

/** The streams of callers who see the same: what they get is read and written once. */
interface Cohort {
  /** Identifies it on all servers. */
  readonly name: string;
  readonly followed: FollowedRecords;
  readonly streams: Set<Follower>;
  /** What clients that come back after a batch have missed, up to the present one. */
  readonly missed: Map<number, ChangeEvents | undefined>;
}

interface Follower {
  readonly stream: ChangeStream;
  /** Identifies the caller again. @throws {ApiError} if the caller may not follow these records any more. */
  readonly follow: () => Promise<FollowedRecords>;
  cohort: Cohort;
  checkAt: number;
}

/** A request for a stream. */
export interface FollowRequest {
  readonly req: Request;
  readonly res: Response;
  readonly caller: Caller;
  readonly lastId: EventId | undefined;
  readonly follow: (caller: Caller) => FollowedRecords;
  /** Identifies the caller again, with a new look at the user. */
  readonly identify: () => Promise<Caller>;
}

/** All streams of a server. */
export class LiveHub implements ChangeListener {
  readonly #feed: ChangeFeed;
  readonly #settings: ChangesSettings;
  readonly #limits: StreamLimits;
  readonly #cohorts = new Map<string, Cohort>();
  readonly #followers = new Set<Follower>();
  #state: LogState = { epoch: "", batch: 0, removed: 0 };
  #timers: readonly NodeJS.Timeout[] = [];
  readonly #isStopping: () => boolean;

  constructor(
    feed: ChangeFeed,
    settings: ChangesSettings,
    { isStopping, model }: Pick<SurfaceContext, "isStopping" | "model">,
  ) {
    this.#isStopping = isStopping;
    this.#feed = feed;
    this.#settings = settings;
    this.#limits = new StreamLimits(settings, model.server.maxConnections);
  }

  get streams(): number {
    return this.#followers.size;
  }

  /** Opens a stream. @throws {ApiError} before anything is sent. */
  async open({ req, res, caller, lastId, follow, identify }: FollowRequest): Promise<void> {
    if (this.#isStopping()) throw stopping();
    const release = this.#limits.take(caller, req.ip ?? "");
    res.once("close", release);
    const followed = follow(caller);
    // An application that runs in another server has not opened it.
    this.#feed.open();
    await this.#feed.inTurn(lastId !== undefined, async (state) => {
      this.#note(state);
      const cohort = this.#cohortOf(followed);
      try {
        const missed = await this.#missedSince(lastId, cohort);
        // The client may have gone meanwhile.
        if (res.destroyed) return;
        if (this.#isStopping()) throw stopping();
        const follower = this.#add(res, cohort, async () => follow(await identify()));
        begin(follower.stream, this.#idOf(cohort), lastId, missed);
      } finally {
        this.#leave(cohort);
      }
    });
  }

  /** Tells all clients to connect to another server. */
  endAll(): void {
    for (const { stream } of this.#followers) {
      // Not all at once.
      stream.end(stopping(), 1_000 + Math.floor(Math.random() * 4_000));
    }
  }

  readonly changed = async (all: readonly LoggedChange[], upTo: number, hasMore: boolean): Promise<void> => {
    const { epoch, batch } = this.#state;
    // A look is repeated from its beginning if others who listen have failed.
    const changes = all.filter((change) => change.batch > batch);
    const names = new Set(changes.map(({ entityName }) => entityName));
    const cohorts = [...this.#cohorts.values()].filter(({ followed }) => names.has(followed.entity.name));
    const form = { epoch, maxLength: MAX_LENGTH };
    const told = await Promise.allSettled(
      cohorts.map((cohort) =>
        within(
          READ_PATIENCE,
          toEvents(changes, cohort.followed, { ...form, cohort: cohort.name }),
          () => new Error("The records of a stream took too long to read."),
        ),
      ),
    );
    this.#note({ ...this.#state, batch: Math.max(batch, upTo) });
    for (const [index, { streams }] of cohorts.entries()) tell(streams, told[index]);
    // Clients that read must not lag because this server catches up.
    const busy = hasMore ? [...this.#followers].filter(({ stream }) => stream.isBusy) : [];
    if (busy.length > 0)
      await unlessLate(PATIENCE, Promise.all(busy.map(({ stream }) => stream.drained())), () => []);
  };

  readonly missed = (state: LogState): void => {
    this.#note(state);
    for (const { stream } of this.#followers) stream.reset("expired");
  };

  #note(state: LogState): void {
    const isSame = state.batch === this.#state.batch && state.epoch === this.#state.epoch;
    this.#state = state;
    if (isSame) return;
    for (const { missed } of this.#cohorts.values()) missed.clear();
  }

  /** The id up to which nothing more has happened. */
  #idOf({ name }: Cohort): string {
    const { epoch, batch } = this.#state;
    return formatEventId({ epoch, cohort: name, batch, place: undefined });
  }

  /** What a client has missed since its last event, or why that cannot be told. */
  async #missedSince(lastId: EventId | undefined, cohort: Cohort): Promise<ChangeEvents | ResetReason> {
    if (lastId === undefined) return { events: [], isUnclear: false };
    const { epoch, batch, removed } = this.#state;
    const after = lastId.place === undefined ? lastId.batch : lastId.batch - 1;
    if (lastId.epoch !== epoch || lastId.batch > batch || after < removed) return "expired";
    if (lastId.cohort !== cohort.name) return "rights";
    if (!cohort.missed.has(after)) {
      if (cohort.missed.size >= MAX_MISSED) cohort.missed.clear();
      cohort.missed.set(after, await this.#readSince(after, cohort));
    }
    return cohort.missed.get(after) ?? "expired";
  }

  /** @returns `undefined` if it is more than may wait for a client. */
  async #readSince(after: number, { followed, name }: Cohort): Promise<ChangeEvents | undefined> {
    const { epoch, batch } = this.#state;
    const found: ChangeEvents[] = [];
    let left = this.#settings.maxBufferBytes;
    for (let read = after; read < batch;) {
      const upTo = await this.#feed.log.lastOf(read, batch);
      const changes = await this.#feed.log.changes(read, upTo);
      const events = await toEvents(changes, followed, { epoch, cohort: name, maxLength: left });
      if (events === undefined || found.length === MAX_CATCH_UP) return undefined;
      for (const { text } of events.events) left -= text.length;
      if (left < 0) return undefined;
      found.push(events);
      read = upTo;
    }
    return {
      events: found.flatMap(({ events }) => events),
      isUnclear: found.some(({ isUnclear }) => isUnclear),
    };
  }

  #cohortOf(followed: FollowedRecords): Cohort {
    const found = this.#cohorts.get(followed.identity);
    if (found !== undefined) return found;
    const name = sha256(followed.identity).slice(0, 11);
    const cohort = { name, followed, streams: new Set<Follower>(), missed: new Map<number, ChangeEvents>() };
    this.#cohorts.set(followed.identity, cohort);
    return cohort;
  }

  #leave(cohort: Cohort): void {
    if (cohort.streams.size === 0) this.#cohorts.delete(cohort.followed.identity);
  }

  #add(res: Response, cohort: Cohort, follow: Follower["follow"]): Follower {
    const stream = new ChangeStream(res, this.#settings.maxBufferBytes, () => this.#idOf(follower.cohort));
    const follower: Follower = { stream, cohort, follow, checkAt: performance.now() + CHECKED_FOR };
    cohort.streams.add(follower);
    this.#followers.add(follower);
    res.once("close", () => {
      this.#followers.delete(follower);
      follower.cohort.streams.delete(follower);
      this.#leave(follower.cohort);
      if (this.#followers.size === 0) this.#rest();
    });
    if (this.#timers.length > 0) return follower;
    this.#feed.listen(this);
    const beats = setInterval(() => {
      for (const { stream } of this.#followers) stream.beat();
    }, this.#settings.heartbeat);
    const checks = setInterval(() => this.#checkCallers(), CHECKING);
    this.#timers = [beats.unref(), checks.unref()];
    return follower;
  }

  /** Without a stream, changes are not even read. */
  #rest(): void {
    this.#feed.unlisten(this);
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #checkCallers(): void {
    const now = performance.now();
    for (const follower of this.#followers) {
      if (now < follower.checkAt) continue;
      follower.checkAt = Infinity;
      void this.#check(follower).finally(() => {
        follower.checkAt = performance.now() + CHECKED_FOR;
      });
    }
  }

  async #check(follower: Follower): Promise<void> {
    const { stream } = follower;
    try {
      const followed = await follower.follow();
      if (followed.identity === follower.cohort.followed.identity || !stream.isOpen) return;
      await this.#feed.inTurn(false, () => {
        follower.cohort.streams.delete(follower);
        this.#leave(follower.cohort);
        follower.cohort = this.#cohortOf(followed);
        // It may have gone meanwhile.
        if (stream.isOpen) follower.cohort.streams.add(follower);
        else this.#leave(follower.cohort);
        stream.reset("rights");
        return Promise.resolve();
      });
    } catch (error) {
      const problem = toApiError(error);
      if (problem.status < 500) stream.end(problem);
      else stream.close();
    }
  }
}

/** Begins a stream with what its client has missed. */
function begin(
  stream: ChangeStream,
  id: string,
  lastId: EventId | undefined,
  missed: ChangeEvents | ResetReason,
): void {
  const isTold = typeof missed !== "string";
  stream.begin(isTold && lastId !== undefined ? formatEventId(lastId) : id);
  if (isTold) stream.send(textOf(missed, lastId));
  if (!isTold || missed.isUnclear) stream.reset(isTold ? "rights" : missed);
}

/** Sends the events of a cohort. If they could not be read, its clients come back, and begin where they are. */
function tell(
  streams: ReadonlySet<Follower>,
  told: PromiseSettledResult<ChangeEvents | undefined> | undefined,
): void {
  const events = told?.status === "fulfilled" ? told.value : undefined;
  const text = events && textOf(events, undefined);
  for (const { stream } of streams) {
    if (told?.status !== "fulfilled") stream.close();
    else if (text === undefined) stream.lag();
    else stream.send(text);
    if (events?.isUnclear === true) stream.reset("rights");
  }
}

/** @param after The events after this one. `undefined`: all. */
function textOf({ events }: ChangeEvents, after: EventId | undefined): string {
  const isNext = ({ batch, place }: ChangeEvents["events"][number]) =>
    after?.place === undefined || batch > after.batch || place > after.place;
  return events
    .filter(isNext)
    .map(({ text }) => text)
    .join("");
}

function stopping(): ApiError {
  return new ApiError("server-stopping", "The server is stopping.", { headers: { "Retry-After": "1" } });
}
