import { ApiError } from "../../errors/api-error.js";

/** A place among all changes, for those who follow the same records: behind an event, or behind a whole batch. */
export interface EventId {
  /** The database. */
  readonly epoch: string;
  /** What is followed, and with which rights. */
  readonly cohort: string;
  readonly batch: number;
  /** The place of the event in its batch, from 1. `undefined` behind the batch. */
  readonly place: number | undefined;
}

const PATTERN = /^([\da-f]{8})-([\w-]{11})-(0|[1-9]\d{0,14})(?:\.([1-9]\d{0,5}))?$/;

export function formatEventId({ epoch, cohort, batch, place }: EventId): string {
  const behind = `${epoch}-${cohort}-${batch}`;
  return place === undefined ? behind : `${behind}.${place}`;
}

/**
 * Parses the header `Last-Event-ID`. Browsers send it empty if they have none.
 * @throws {ApiError} `invalid-header`
 */
export function parseEventId(header: string | readonly string[] | undefined): EventId | undefined {
  if (header === undefined || header === "") return undefined;
  const [, epoch, cohort, batch, place] = PATTERN.exec(String(header)) ?? [];
  if (epoch !== undefined && cohort !== undefined && batch !== undefined)
    return { epoch, cohort, batch: Number(batch), place: place === undefined ? undefined : Number(place) };
  throw new ApiError(
    "invalid-header",
    'The header "Last-Event-ID" must be the "id" of an event of this stream. Leave it out to begin now.',
  );
}
