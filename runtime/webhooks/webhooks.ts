import type { LogState } from "../changes/change.js";
import type { ChangeFeed } from "../changes/change-feed.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Webhook, WebhooksModel } from "../model/model.js";
import type { WebhookFigures } from "../observe/metrics.js";
import { Deliveries } from "./deliveries.js";
import { Payloads } from "./payloads.js";
import { WebhookSender, type WebhookObserver } from "./webhook-sender.js";
import { WebhookStates, type WebhookState } from "./webhook-states.js";

/** How often it is looked for deliveries whose time has come, in milliseconds. */
const POLLING = 1_000;

/** How often old deliveries are removed and all are counted, in milliseconds. */
const CLEANING = 60_000;

/** How long a delivery is kept after it was given up, in milliseconds: 30 days. */
const KEEP_DEAD = 30 * 86_400_000;

/**
 * The webhooks of a server. After each look at the changes, new ones become rows of deliveries, in one transaction with
 * the position of the webhook: whatever server dies, none is lost and none is made twice.
 */
export class Webhooks {
  readonly #session: DatabaseSession;
  readonly #feed: ChangeFeed;
  readonly #model: WebhooksModel;
  readonly #observer: WebhookObserver;
  readonly #sender: WebhookSender;
  readonly #states: WebhookStates;
  readonly #payloads: ReadonlyMap<Webhook, Payloads>;
  /** The place up to which all webhooks have their deliveries. `undefined` before it is known. */
  #madeUpTo: LogState | undefined;
  #hasBegun = false;
  #isOpen = false;
  #polledAt = -Infinity;
  #cleanedAt = -Infinity;
  #cleaning: Promise<void> = Promise.resolve();
  #isFailing = false;
  #figures: readonly WebhookFigures[] = [];

  constructor(session: DatabaseSession, model: WebhooksModel, feed: ChangeFeed, observer: WebhookObserver) {
    this.#session = session;
    this.#model = model;
    this.#feed = feed;
    this.#observer = observer;
    this.#sender = new WebhookSender(session, model, observer);
    this.#states = new WebhookStates(session, model.table);
    this.#payloads = new Map(model.hooks.map((hook) => [hook, new Payloads(hook, session.model, session)]));
    feed.watch(this.#looked);
  }

  /** The counts of the last minute. */
  get figures(): readonly WebhookFigures[] {
    return this.#figures;
  }

  /** Begins to deliver. New webhooks begin with the changes from now on. @throws {DatabaseError} */
  async open(): Promise<void> {
    this.#isOpen = true;
    this.#sender.open();
    await this.#begin();
  }

  pause(): void {
    this.#isOpen = false;
    this.#sender.pause();
  }

  async close(): Promise<void> {
    this.pause();
    await Promise.all([this.#sender.close(), this.#cleaning]);
    this.#madeUpTo = undefined;
  }

  async #begin(): Promise<void> {
    await this.#states.addMissing(this.#names, await this.#feed.log.state());
    this.#hasBegun = true;
  }

  get #names(): readonly string[] {
    return this.#model.hooks.map(({ name }) => name);
  }

  readonly #looked = async (now: LogState): Promise<void> => {
    if (!this.#isOpen) return;
    try {
      if (!this.#hasBegun) await this.#begin();
      const { epoch, batch } = this.#madeUpTo ?? {};
      if (epoch !== now.epoch || batch !== now.batch) {
        await this.#makeDeliveries(now);
        this.#madeUpTo = now;
        this.#polledAt = -Infinity;
      }
      this.#isFailing = false;
    } catch (error) {
      // Once, however long the database is away.
      if (!this.#isFailing) this.#observer.reportFault(error, "making deliveries failed");
      this.#isFailing = true;
    }
    const time = performance.now();
    if (time - this.#polledAt >= POLLING) {
      this.#polledAt = time;
      this.#sender.wake();
    }
    if (time - this.#cleanedAt < CLEANING) return;
    this.#cleanedAt = time;
    this.#cleaning = this.#clean();
  };

  async #makeDeliveries(now: LogState): Promise<void> {
    const errors: unknown[] = [];
    for (const [hook, payloads] of this.#payloads) {
      // One whose records cannot be read does not keep the others back.
      await this.#makeAll(hook, now, payloads).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw errors[0];
  }

  async #makeAll({ name }: Webhook, now: LogState, payloads: Payloads): Promise<void> {
    for (;;) {
      const state = (await this.#states.read([name])).get(name);
      if (state === undefined || isAt(state, now)) return;
      await this.#makeNext(state, now, payloads);
    }
  }

  /** Makes the next deliveries of a webhook. If another server does so meanwhile, it does nothing. */
  async #makeNext(state: WebhookState, now: LogState, payloads: Payloads): Promise<void> {
    const isOther = state.epoch !== now.epoch;
    if (isOther || state.batch < now.removed) {
      this.#observer.warn({
        code: "webhook-missed",
        message: `The webhook "${state.name}" has missed changes: they are no longer kept, or the database is another one.`,
        members: { webhook: state.name },
      });
      const batch = isOther ? now.batch : now.removed;
      return this.#states.advance(state, { epoch: now.epoch, batch }, () => Promise.resolve());
    }
    const upTo = await this.#feed.log.lastOf(state.batch, now.batch);
    // Nothing is kept for a webhook that is off.
    const isOff = state.offReason !== undefined;
    const changes = isOff ? [] : await this.#feed.log.changes(state.batch, upTo);
    return this.#states.advance(state, { epoch: now.epoch, batch: upTo }, async (transaction) => {
      const deliveries = new Deliveries(transaction, this.#model.deliveries);
      for await (const drafts of payloads.drafts(changes, transaction))
        await deliveries.add(state.name, drafts);
    });
  }

  async #clean(): Promise<void> {
    const deliveries = new Deliveries(this.#session, this.#model.deliveries);
    const now = Date.now();
    try {
      const figures: WebhookFigures[] = [];
      for (const { name, keepHours } of this.#model.hooks) {
        if (!this.#isOpen) return;
        await deliveries.removeBefore(name, { done: now - keepHours * 3_600_000, dead: now - KEEP_DEAD });
        figures.push({ name, ...(await deliveries.count(name)) });
      }
      this.#figures = figures;
    } catch (error) {
      this.#observer.reportFault(error, "removing old deliveries failed");
    }
  }
}

/** Another server may have seen later changes, and be further. */
function isAt(state: WebhookState, { epoch, batch }: LogState): boolean {
  return state.epoch === epoch && state.batch >= batch;
}
