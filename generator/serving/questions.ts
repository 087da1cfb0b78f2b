/** Questions to other processes. An answer contains the number of its question. */
export class Questions<Answer> {
  readonly #open = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  /** Resolves to the answer, or to `undefined` after `patience` milliseconds. */
  ask(patience: number, send: (question: number) => void): Promise<Answer | undefined> {
    const question = ++this.#asked;
    return new Promise<Answer | undefined>((resolve) => {
      const late = setTimeout(resolve, patience, undefined);
      this.#open.set(question, (answer) => {
        clearTimeout(late);
        resolve(answer);
      });
      send(question);
    }).finally(() => this.#open.delete(question));
  }

  /** Delivers an answer. An answer that comes too late is dropped. */
  answered(question: number, answer: Answer): void {
    this.#open.get(question)?.(answer);
  }
}
