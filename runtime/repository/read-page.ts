/** A page of the records that a read found. */
export interface ReadPage {
  readonly items: readonly object[];
  /** Where the next page begins: its `after`. `undefined` on the last page. */
  readonly next: string | undefined;
  /** The number of all matches. `undefined` if they were not counted. */
  readonly count: number | undefined;
  /**
   * Serializes the page to JSON.
   * @throws {ApiError} `answer-too-large`
   */
  toText(maxBytes?: number): string;
}
