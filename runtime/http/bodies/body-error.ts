import { ApiError, type ApiErrorOptions } from "../../errors/api-error.js";
import { malformedJson } from "./parse-json.js";

/** The code for a body that cannot be parsed, by its expected form. */
export type MalformedCode = "malformed-json" | "malformed-csv";

/**
 * Maps an error of body-parser to an `ApiError`, by its documented `type`. `undefined` for other errors. The
 * application's own `express.json()` throws the same errors.
 */
export function toBodyError(
  error: unknown,
  malformed: MalformedCode = "malformed-json",
): ApiError | undefined {
  const {
    type = "",
    limit,
    code,
    body,
  } = (error ?? {}) as { type?: unknown; limit?: number; code?: unknown; body?: unknown };
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
      return malformedJson(typeof body === "string" ? body : "", "body", error);
    case "request.aborted":
    case "request.size.invalid":
      return new ApiError("malformed-json", "The body cannot be read.", cause);
    default:
      // Node.js's zlib codes: the compressed body cannot be decompressed.
      return String(code).startsWith("Z_")
        ? new ApiError(
            malformed,
            "The body cannot be decompressed: it is not what Content-Encoding says, or it is damaged.",
            cause,
          )
        : undefined;
  }
}

/** The error for a body that did not arrive completely. */
export function unreadable(error: unknown, malformed: MalformedCode = "malformed-json"): ApiError {
  return new ApiError(malformed, "The body cannot be read.", { cause: error });
}

export function bodyTooLarge(maxBytes: number, options: ApiErrorOptions): ApiError {
  return new ApiError("body-too-large", `The body is larger than ${maxBytes} bytes.`, options);
}
