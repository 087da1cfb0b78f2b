import { ApiError } from "../errors/api-error.js";

/** A UTF-16 code unit takes at most this many bytes in UTF-8. */
export const MAX_BYTES_OF_CHARACTER = 3;

/** @throws {ApiError} `answer-too-large` if the text has more bytes than `maxBytes`. */
export function checkAnswer(text: string, maxBytes: number): void {
  if (text.length * MAX_BYTES_OF_CHARACTER > maxBytes && Buffer.byteLength(text) > maxBytes)
    throw answerTooLarge(maxBytes);
}

export function answerTooLarge(maxBytes: number): ApiError {
  return new ApiError(
    "answer-too-large",
    `The answer would be larger than ${maxBytes} bytes; take fewer records.`,
  );
}
