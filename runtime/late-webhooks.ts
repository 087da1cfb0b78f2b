import type { DatabaseSession } from "./database/database-session.js";
import type { LateFeed } from "./late-feed.js";
import type { WebhooksModel } from "./model/model.js";
import type { WebhookFigures } from "./observe/metrics.js";
import type { Observation } from "./observe/observation.js";
import type { Webhooks } from "./webhooks/webhooks.js";

/** The webhooks of a server, whose code is loaded when the server is built. */
export class LateWebhooks {
  readonly #loaded: Promise<Webhooks>;
  #webhooks: Webhooks | undefined;
  readonly #startsWithoutDatabase: boolean;

  constructor(database: DatabaseSession, settings: WebhooksModel, feed: LateFeed, observation: Observation) {
    this.#startsWithoutDatabase = database.model.server.startsWithoutDatabase;
    this.#loaded = Promise.all([import("./webhooks/webhooks.js"), feed.loaded]).then(
      ([{ Webhooks }, loaded]) => (this.#webhooks = new Webhooks(database, settings, loaded, observation)),
    );
    // Not unhandled: those who need it get the error.
    this.#loaded.catch(() => undefined);
  }

  get figures(): readonly WebhookFigures[] | undefined {
    return this.#webhooks?.figures;
  }

  /** Before the server accepts requests, because a new webhook begins with their changes. */
  readonly open = async (): Promise<void> => {
    const webhooks = await this.#loaded;
    try {
      await webhooks.open();
    } catch (error) {
      if (!this.#startsWithoutDatabase) throw error;
    }
  };

  readonly endAnswers = (): void => {
    this.#webhooks?.pause();
  };

  readonly close = async (): Promise<void> => {
    await (await this.#loaded).close();
  };
}
