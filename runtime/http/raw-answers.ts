import { randomUUID } from "node:crypto";
import http from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "../errors/api-error.js";
import type { ServerSettings } from "../model/settings/server-settings.js";
import { securityHeaders } from "./headers/security-headers.js";

/**
 * Answers on connections whose request did not reach the application, in the same format as other answers.
 * @param note Called for each answer with its request id.
 */
export function rawAnswers(
  settings: ServerSettings,
  note: (requestId: string, code: string | undefined) => void,
) {
  const headers = securityHeaders(settings).map(([name, value]) => `${name}: ${value}`);
  const messageOf = (problem: ApiError, reason: string | undefined): string => {
    const requestId = randomUUID();
    note(requestId, reason);
    const text = JSON.stringify(problem.toProblem(requestId));
    const head = [
      `HTTP/1.1 ${problem.status} ${http.STATUS_CODES[problem.status] ?? ""}`,
      `X-Request-Id: ${requestId}`,
      "Content-Type: application/problem+json",
      `Content-Length: ${Buffer.byteLength(text)}`,
      ...headers,
      "Connection: close",
    ];
    return `${head.join("\r\n")}\r\n\r\n${text}`;
  };
  return {
    /** Answers data that is not a valid request, and closes the connection. */
    toUnreadable: (socket: Socket, error: NodeJS.ErrnoException): void => {
      if (!socket.writable || error.code === "ECONNRESET") socket.destroy();
      else socket.end(messageOf(unreadable(error.code, settings), error.code));
    },
    /**
     * Closes the connection of a stalled client, with an answer if it has not had one. It closes at once: a body that
     * arrives late must not be read as that of a request that was already answered.
     */
    toStalled: (socket: Socket, answer: http.ServerResponse | undefined): void => {
      const isAnswered = answer !== undefined && answer.headersSent && !answer.writableFinished;
      if (socket.writable && !isAnswered) {
        const problem = new ApiError("request-timeout", "The request did not arrive in time.");
        socket.write(messageOf(problem, "ERR_HTTP_REQUEST_TIMEOUT"));
      }
      socket.destroy();
    },
  };
}

/** Maps the codes that Node.js documents for `clientError` (nodejs.org/api/http.html#event-clienterror). */
function unreadable(code: string | undefined, { maxHeaderBytes }: ServerSettings): ApiError {
  return code === "HPE_HEADER_OVERFLOW"
    ? new ApiError("headers-too-large", `The path and the headers may have at most ${maxHeaderBytes} bytes.`)
    : new ApiError("malformed-request", "The request cannot be read.");
}
