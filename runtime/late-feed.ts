import type { ChangeFeed } from "./changes/change-feed.js";
import type { DatabaseSession } from "./database/database-session.js";
import type { OutboxSettings } from "./model/model.js";
import type { ChangeFigures } from "./observe/metrics.js";
import type { Observation } from "./observe/observation.js";

/** The feed of changes of a server, whose code is loaded when the server is built. */
export class LateFeed {
  readonly loaded: Promise<ChangeFeed>;
  #feed: ChangeFeed | undefined;
  readonly #endings: (() => void)[] = [];

  constructor(database: DatabaseSession, settings: OutboxSettings, observation: Observation) {
    this.loaded = import("./changes/change-feed.js").then(
      ({ ChangeFeed }) => (this.#feed = new ChangeFeed(database, settings, observation)),
    );
    // Not unhandled: those who need it get the error.
    this.loaded.catch(() => undefined);
  }

  get figures(): ChangeFigures | undefined {
    return this.#feed?.figures;
  }

  onEnding(end: () => void): void {
    this.#endings.push(end);
  }

  readonly open = async (): Promise<void> => {
    (await this.loaded).open();
  };

  readonly endAnswers = (): void => {
    for (const end of this.#endings) end();
  };

  readonly close = async (): Promise<void> => {
    await (await this.loaded).close();
  };
}
