import type { DatabaseSession } from "../database/database-session.js";
import type { Webhook, WebhooksModel } from "../model/model.js";
import type { OperatorWarning } from "../observe/operator-warning.js";
import { unlessLate } from "../time/within.js";
import { Deliveries, type ClaimedDelivery } from "./deliveries.js";
import { post, type HookAnswer } from "./post.js";
import { gapAfter } from "./retry-plan.js";
import { WebhookStates } from "./webhook-states.js";
import { createHmac } from "node:crypto";

export interface WebhookObserver {
  readonly reportFault: (error: unknown, message: string) => void;
  readonly warn: (warning: OperatorWarning) => void;
}

/** The maximum number of deliveries of a webhook that a server has under way. */
const MAX_PARALLEL = 10;

/** How much longer than a try a lease is, in milliseconds: for the database, and for clocks that differ. */
const LEASE_MARGIN = 10_000;

/** How long deliveries that are under way may end by themselves when the server stops, in milliseconds. */
const STOP_PATIENCE = 500;

/** The receiver does not want more (Standard Webhooks: "the endpoint should be disabled"). */
const GONE = 410;

/** Sends the deliveries whose time has come, in parallel. */
export class WebhookSender {
  readonly #hooks: readonly Webhook[];
  readonly #deliveries: Deliveries;
  readonly #states: WebhookStates;
  readonly #observer: WebhookObserver;
  readonly #sending = new Map<string, Set<Promise<void>>>();
  #polling: Promise<void> | undefined;
  #isWoken = false;
  #isFailing = false;
  #stopping = new AbortController();
  #isOpen = false;

  constructor(
    session: DatabaseSession,
    { hooks, table, deliveries }: WebhooksModel,
    observer: WebhookObserver,
  ) {
    this.#hooks = hooks;
    this.#deliveries = new Deliveries(session, deliveries);
    this.#states = new WebhookStates(session, table);
    this.#observer = observer;
  }

  open(): void {
    this.#isOpen = true;
    this.#stopping = new AbortController();
  }

  /** Begins no more deliveries. */
  pause(): void {
    this.#isOpen = false;
  }

  /** Ends the deliveries that are under way. Those without an answer are given back. */
  async close(): Promise<void> {
    this.pause();
    await this.#polling;
    const running = () => Promise.all([...this.#sending.values()].flatMap((each) => [...each]));
    await unlessLate(
      STOP_PATIENCE,
      running().then(() => undefined),
      () => undefined,
    );
    this.#stopping.abort();
    await running();
  }

  /** Looks for deliveries whose time has come, once more if it is looking already. */
  wake(): void {
    this.#isWoken = true;
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
    });
  }

  async #poll(): Promise<void> {
    try {
      while (this.#isWoken && this.#isOpen) {
        this.#isWoken = false;
        const states = await this.#states.read(this.#hooks.map(({ name }) => name));
        for (const hook of this.#hooks) {
          const state = states.get(hook.name);
          if (state !== undefined && state.offReason === undefined) await this.#take(hook);
        }
      }
      this.#isFailing = false;
    } catch (error) {
      // Once, however long the database is away.
      if (!this.#isFailing) this.#observer.reportFault(error, "reading deliveries failed");
      this.#isFailing = true;
    }
  }

  async #take(hook: Webhook): Promise<void> {
    const running = this.#sending.get(hook.name) ?? new Set();
    this.#sending.set(hook.name, running);
    const free = MAX_PARALLEL - running.size;
    if (free === 0) return;
    const claimed = await this.#deliveries.claim(hook.name, free, hook.timeout + LEASE_MARGIN);
    const mayBeMore = claimed.length === free;
    for (const delivery of claimed) {
      const sending = this.#send(hook, delivery)
        .then((hasNext) => {
          running.delete(sending);
          if (hasNext || mayBeMore) this.wake();
        })
        .catch((error: unknown) => {
          running.delete(sending);
          // Its lease ends, and it is sent again with the same id.
          this.#observer.reportFault(error, "storing the result of a delivery failed");
        });
      running.add(sending);
    }
  }

  /** @returns Whether another delivery can be sent now. @throws {DatabaseError} */
  async #send(hook: Webhook, delivery: ClaimedDelivery): Promise<boolean> {
    const { signal } = this.#stopping;
    const answer = await sendSigned(hook, delivery, signal);
    const { status, summary } = answer;
    if (status === undefined && signal.aborted) {
      await this.#deliveries.giveBack(delivery);
      return false;
    }
    if (isSuccess(answer)) return this.#deliveries.end(delivery, true, summary);
    if (status === GONE) {
      await this.#switchOff(hook);
      await this.#deliveries.giveBack(delivery);
      return false;
    }
    const tries = delivery.tries + 1;
    if (tries < hook.maxTries) {
      await this.#deliveries.retry(delivery, Date.now() + gapAfter(tries, answer.retryAfter), summary);
      return false;
    }
    this.#observer.warn({
      code: "webhook-dead",
      message: `A delivery of the webhook "${hook.name}" is given up after ${tries} tries: ${summary}. "data-api webhooks resend" sends it again.`,
      members: { webhook: hook.name, delivery: delivery.id, event: delivery.event },
    });
    return this.#deliveries.end(delivery, false, summary);
  }

  async #switchOff({ name }: Webhook): Promise<void> {
    if (!(await this.#states.switchOff(name, "the receiver answered 410"))) return;
    this.#observer.warn({
      code: "webhook-off",
      message: `The webhook "${name}" is off: its receiver answered 410. "data-api webhooks on ${name}" switches it on.`,
      members: { webhook: name },
    });
  }
}

export function isSuccess({ status = 0 }: Pick<HookAnswer, "status">): boolean {
  return status >= 200 && status < 300;
}

/** Sends a signed request to the receiver. Never rejects. */
export function sendSigned(
  { url, secrets, timeout, isPrivateAllowed }: Webhook,
  { id, body }: Pick<ClaimedDelivery, "id" | "body">,
  signal?: AbortSignal,
): Promise<HookAnswer> {
  return post({ url, headers: signedHeaders(id, body, secrets), body, timeout, isPrivateAllowed, signal });
}

/**
 * The headers of Standard Webhooks (github.com/standard-webhooks): a signature of the id, the time and the body by each
 * of the secrets. The time is that of the try, because receivers refuse old ones.
 */
function signedHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
