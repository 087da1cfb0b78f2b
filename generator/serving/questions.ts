/** Questions to other processes, which answer with the number of the question. */
export class Questions<Answer> {
  readonly #open = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  /** Resolves to the answer; to undefined if there is none for so many milliseconds. */
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

  /** An answer has come. One to a question that nobody waits for any more is dropped. */
  answered(question: number, answer: Answer): void {
    this.#open.get(question)?.(answer);
  }
}
