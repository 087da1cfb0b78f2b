import { ApiError, type ApiErrorOptions } from "../errors/api-error.js";

/**
 * What is wrong with a body, by the `type` that body-parser documents for each of its errors; undefined for an error that
 * is not about a body. The application's own `express.json()` gives the same errors.
 */
export function toBodyError(error: unknown): ApiError | undefined {
  const { type = "", limit, code } = (error ?? {}) as { type?: unknown; limit?: number; code?: unknown };
  const cause = { cause: error };
  switch (type) {
    case "entity.too.large":
      return bodyTooLarge(limit ?? 0, cause);
    case "encoding.unsupported":
    case "charset.unsupported":
      return new ApiError(
        "unsupported-media-type",
        "The encoding of the body is not supported; send it in UTF-8, plain or compressed by gzip.",
        cause,
      );
    case "entity.parse.failed":
      return new ApiError("malformed-json", "The body is not valid JSON.", cause);
    case "request.aborted":
    case "request.size.invalid":
      return new ApiError("malformed-json", "The body cannot be read.", cause);
    default:
      // Of a compressed body that cannot be unpacked.
      return String(code).startsWith("Z_")
        ? new ApiError("malformed-json", "The body cannot be read.", cause)
        : undefined;
  }
}

export function bodyTooLarge(maxBytes: number, options: ApiErrorOptions): ApiError {
  return new ApiError("body-too-large", `The body is larger than ${maxBytes} bytes.`, options);
}
