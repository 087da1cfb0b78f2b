import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly (string | number)[];

const LIST = Symbol("header list");

interface ListResponse extends ServerResponse {
  /** `undefined` once the headers are set one by one. After the head is written, it holds what was written. */
  [LIST]: (string | number)[] | undefined;
}

/**
 * Creates a class of responses that keep the headers of this server in a list until the head is written. That takes
 * half the time of setting each header: 1.5 µs less for each answer. For other code that sets or reads headers, they
 * look as if they were set.
 *
 * @param prototype Express's prototype of the responses. It gets the methods: while a mounted application handles a
 * request, the response has that application's prototype, which inherits from this one.
 */
export function createResponseClass(prototype: object): typeof ServerResponse {
  for (const name of Object.getOwnPropertyNames(Overrides.prototype)) {
    const method = Object.getOwnPropertyDescriptor(Overrides.prototype, name);
    if (name !== "constructor" && method !== undefined) Object.defineProperty(prototype, name, method);
  }
  class Response<R extends IncomingMessage = IncomingMessage> extends ServerResponse<R> {
    readonly [LIST]: ListResponse[typeof LIST] = [];
  }
  Object.setPrototypeOf(Response.prototype, prototype);
  return Response;
}

class Overrides extends ServerResponse {
  declare [LIST]: ListResponse[typeof LIST];

  override writeHead(status: number, reason?: unknown, headers?: unknown): this {
    if (reason === undefined || reason !== this[LIST]) areSet(this);
    return super.writeHead(status, reason as string, headers as OutgoingHttpHeaders);
  }

  override setHeader(...args: Parameters<ServerResponse["setHeader"]>): this {
    areSet(this);
    return super.setHeader(...args);
  }

  override appendHeader(...args: Parameters<ServerResponse["appendHeader"]>): this {
    areSet(this);
    return super.appendHeader(...args);
  }

  override removeHeader(name: string): void {
    areSet(this);
    super.removeHeader(name);
  }

  override getHeader(name: string): ReturnType<ServerResponse["getHeader"]> {
    return areSet(this) ? super.getHeader(name) : written(this)[name.toLowerCase()];
  }

  override hasHeader(name: string): boolean {
    return areSet(this) ? super.hasHeader(name) : name.toLowerCase() in written(this);
  }

  override getHeaders(): OutgoingHttpHeaders {
    return areSet(this) ? super.getHeaders() : written(this);
  }

  override getHeaderNames(): string[] {
    return areSet(this) ? super.getHeaderNames() : Object.keys(written(this));
  }
}

/** Sets the headers of the list one by one. @returns `false` if the head has been written from the list instead. */
function areSet(res: ListResponse): boolean {
  const list = res[LIST];
  if (list === undefined) return true;
  if (res.headersSent) return false;
  res[LIST] = undefined;
  setAll(res, list);
  return true;
}

function setAll(res: ServerResponse, list: HeaderList): void {
  for (let index = 0; index < list.length; index += 2)
    res.setHeader(String(list[index]), list[index + 1] ?? "");
}

/** The headers of a head that was written from the list. */
function written(res: ListResponse): OutgoingHttpHeaders {
  const headers = Object.create(null) as OutgoingHttpHeaders;
  const list = res[LIST] ?? [];
  for (let index = 0; index < list.length; index += 2)
    headers[String(list[index]).toLowerCase()] = list[index + 1];
  return headers;
}

/** Adds headers of this server. They replace others of the same names. */
export function addHeaders(res: ServerResponse, headers: HeaderList): void {
  const list = (res as Partial<ListResponse>)[LIST];
  if (list === undefined) setAll(res, headers);
  else putAll(list, headers);
}

function putAll(list: (string | number)[], headers: HeaderList): void {
  const known = list.length;
  for (let index = 0; index < headers.length; index += 2) {
    const name = String(headers[index]);
    const value = headers[index + 1] ?? "";
    let place = 0;
    while (place < known && !isSameName(String(list[place]), name)) place += 2;
    if (place < known) list[place + 1] = value;
    else list.push(name, value);
  }
}

function isSameName(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());
}

/** Whether only this server has added headers. */
export function isListed(res: ServerResponse): boolean {
  return (res as Partial<ListResponse>)[LIST] !== undefined;
}

/** A header of this server. `undefined` if the headers are set one by one. */
export function listedHeader(res: ServerResponse, name: string): string | number | undefined {
  const list = (res as Partial<ListResponse>)[LIST] ?? [];
  for (let place = 0; place < list.length; place += 2)
    if (isSameName(String(list[place]), name)) return list[place + 1];
  return undefined;
}

/** Writes the head of an answer. `headers` replace others of the same names. */
export function sendHead(res: ServerResponse, status: number, headers: HeaderList): void {
  const listed = res as ListResponse;
  const list = (listed as Partial<ListResponse>)[LIST];
  // Middleware that replaces `writeHead` expects the headers to be set.
  if (list === undefined || Object.hasOwn(res, "writeHead")) {
    setAll(res, headers);
    res.writeHead(status);
  } else {
    const all = [...list];
    putAll(all, headers);
    listed[LIST] = all;
    try {
      res.writeHead(status, all);
    } catch (error) {
      // A header that cannot be sent must not appear in the next answer.
      listed[LIST] = list;
      throw error;
    }
  }
}
