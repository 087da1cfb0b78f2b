import { ApiError } from "../errors/api-error.js";

/** A character of JavaScript's is at most so many bytes in UTF-8. */
const MAX_BYTES_OF_CHARACTER = 3;

/** @throws {ApiError} `answer-too-large` for a text of more bytes. */
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
