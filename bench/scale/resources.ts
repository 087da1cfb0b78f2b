import TinyQueue from "tinyqueue";

type Then = () => void;

/** Simulated time, in microseconds. What happens at one time happens in the order in which it was planned. */
export class Clock {
  readonly #planned = new TinyQueue<{ readonly at: number; readonly order: number; readonly then: Then }>(
    [],
    (a, b) => a.at - b.at || a.order - b.order,
  );
  #order = 0;
  now = 0;

  after(micros: number, then: Then): void {
    this.#planned.push({ at: this.now + micros, order: this.#order++, then });
  }

  /** Lets everything happen that is planned before a time. */
  runUntil(end: number): void {
    for (let next = this.#planned.pop(); next !== undefined; next = this.#planned.pop()) {
      if (next.at > end) return;
      this.now = next.at;
      next.then();
    }
  }
}

/** Places that are taken and given back: connections of a pool, a lock, the thread of a process. First come, first served. */
export class Places {
  readonly #waiting: Then[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  take(then: Then): void {
    if (this.#free === 0) {
      this.#waiting.push(then);
      return;
    }
    this.#free--;
    then();
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next();
  }
}

/** The processor cores of a machine. */
export class Cores {
  readonly #clock: Clock;
  readonly #places: Places;
  /** The time that all cores together have worked. */
  busy = 0;

  constructor(clock: Clock, count: number) {
    this.#clock = clock;
    this.#places = new Places(count);
  }

  work(micros: number, then: Then): void {
    this.#places.take(() => {
      this.busy += micros;
      this.#clock.after(micros, () => {
        this.#places.give();
        then();
      });
    });
  }
}

/** A process that does one thing at a time, as Node.js does, on the cores of a machine. */
export class SingleThread {
  readonly #cores: Cores;
  readonly #thread = new Places(1);

  constructor(cores: Cores) {
    this.#cores = cores;
  }

  work(micros: number, then: Then): void {
    this.#thread.take(() => {
      this.#cores.work(micros, () => {
        this.#thread.give();
        then();
      });
    });
  }
}

/** The log of a database: all who wait when it is written are committed together. */
export class Log {
  readonly #clock: Clock;
  #waiting: Then[] = [];
  #isWriting = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  commit(micros: number, then: Then): void {
    this.#waiting.push(then);
    if (!this.#isWriting) this.#write(micros);
  }

  #write(micros: number): void {
    const committed = this.#waiting;
    this.#waiting = [];
    this.#isWriting = true;
    this.#clock.after(micros, () => {
      this.#isWriting = false;
      if (this.#waiting.length > 0) this.#write(micros);
      for (const then of committed) then();
    });
  }
}
