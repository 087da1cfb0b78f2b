import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, describe, expect, it } from "vitest";
import {
  addHeaders,
  createResponseClass,
  isListed,
  sendHead,
} from "../../../runtime/http/headers/header-list.js";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** The headers of an answer as lines, in the order in which they were sent. */
async function headersOf(
  answer: (res: ServerResponse) => void,
  response: typeof ServerResponse = createResponseClass(Object.create(ServerResponse.prototype) as object),
): Promise<readonly string[]> {
  const failures: unknown[] = [];
  const server = createServer({ ServerResponse: response }, (_req, res) => {
    res.sendDate = false;
    try {
      answer(res);
    } catch (error) {
      failures.push(error);
    }
    res.end();
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: "close" } });
  expect(failures).toEqual([]);
  return [...headers].map(([name, value]) => `${name}: ${value}`).filter((line) => !/^connection/.test(line));
}

const secure = ["X-Frame-Options", "DENY", "Referrer-Policy", "no-referrer"];
const body = ["Content-Type", "text/plain", "Content-Length", 0];

/** What other code may do with an answer before it is sent. */
const answers: Readonly<Record<string, (res: ServerResponse) => void>> = {
  "no other code": () => undefined,
  "code that sets a header": (res) => res.setHeader("X-Own", "1"),
  "code that replaces a header": (res) => res.setHeader("x-frame-options", "SAMEORIGIN"),
  "code that sets a header that is replaced later": (res) => res.setHeader("content-type", "text/html"),
  "code that appends to a header": (res) => res.appendHeader("Referrer-Policy", "origin"),
  "code that sets several headers": (res) => res.setHeaders(new Map([["X-Own", "1"]])),
  "code that removes a header": (res) => {
    res.removeHeader("X-Frame-Options");
  },
  "code that reads headers": (res) => {
    expect(res.getHeader("x-frame-options")).toBe("DENY");
    expect(res.hasHeader("Referrer-Policy")).toBe(true);
    expect(res.getHeaderNames()).toEqual(["x-frame-options", "referrer-policy"]);
    expect({ ...res.getHeaders() }).toEqual({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
  },
  "code that replaces writeHead": (res) => {
    const writeHead = res.writeHead.bind(res);
    res.writeHead = (status: number, ...others: never[]) => {
      expect(res.getHeader("Content-Type")).toBe("text/plain");
      res.setHeader("X-Late", "1");
      return writeHead(status, ...others);
    };
  },
};

describe("headers that are kept in a list", () => {
  it.each(Object.entries(answers))(
    "headers that are kept in a list are sent as if they were set, with %s",
    async (_who, before) => {
      const answer = (res: ServerResponse) => {
        addHeaders(res, secure);
        before(res);
        sendHead(res, 200, body);
      };
      expect(await headersOf(answer)).toEqual(await headersOf(answer, ServerResponse));
    },
  );

  it("headers that are kept in a list are sent if other code answers", async () => {
    const answer = (res: ServerResponse) => {
      addHeaders(res, secure);
      res.writeHead(200, { "X-Own": "1", "Referrer-Policy": "origin" });
    };
    expect(await headersOf(answer)).toEqual(await headersOf(answer, ServerResponse));
    const withoutHead = (res: ServerResponse) => {
      addHeaders(res, secure);
    };
    expect(await headersOf(withoutHead)).toEqual(await headersOf(withoutHead, ServerResponse));
  });

  it("headers that are kept in a list are sent once, with the last value", async () => {
    const answer = (res: ServerResponse) => {
      addHeaders(res, [...secure, "Vary", "Origin"]);
      addHeaders(res, ["x-frame-options", "SAMEORIGIN"]);
      sendHead(res, 200, [...body, "Vary", "Accept"]);
    };
    const sent = await headersOf(answer);
    expect(sent).toEqual(await headersOf(answer, ServerResponse));
    expect(sent).toContain("x-frame-options: SAMEORIGIN");
    expect(sent).toContain("vary: Accept");
  });

  it("headers of an answer that cannot be sent do not appear in the next answer", async () => {
    const sent = await headersOf((res) => {
      addHeaders(res, secure);
      expect(() => {
        sendHead(res, 200, ["X-Bad", "a\nb", "Referrer-Policy", "origin"]);
      }).toThrow("Invalid character");
      sendHead(res, 500, body);
    });
    expect(sent).toContain("referrer-policy: no-referrer");
    expect(sent.join()).not.toContain("x-bad");
  });

  it("headers that are kept in a list can be read, but not set, after they were sent", async () => {
    await headersOf((res) => {
      addHeaders(res, secure);
      expect(isListed(res)).toBe(true);
      sendHead(res, 200, body);
      expect(res.getHeader("CONTENT-LENGTH")).toBe(0);
      expect(res.hasHeader("x-frame-options")).toBe(true);
      expect(res.hasHeader("etag")).toBe(false);
      expect(res.getHeaderNames()).toContain("referrer-policy");
      expect(res.getHeaders()["content-type"]).toBe("text/plain");
      expect(() => res.setHeader("X-Late", "1")).toThrow("Cannot set headers");
    });
  });

  it("headers are not kept in a list after other code has read them", async () => {
    await headersOf((res) => {
      addHeaders(res, secure);
      res.getHeader("X");
      expect(isListed(res)).toBe(false);
    });
  });
});

describe("an application that is mounted in another", () => {
  it("an application that is mounted in another sends headers that are kept in a list", async () => {
    const [app, mounted] = [express(), express()];
    for (const each of [app, mounted]) each.disable("x-powered-by");
    mounted.get("/", (_req, res) => {
      res.end();
    });
    app.use((_req, res, next) => {
      addHeaders(res, secure);
      next();
    });
    app.use("/mounted", mounted);
    const Response = createResponseClass(app.response);
    app.response = Response.prototype as unknown as typeof app.response;
    const server = createServer({ ServerResponse: Response }, app);
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { headers } = await fetch(`http://127.0.0.1:${port}/mounted`, { headers: { Connection: "close" } });
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });
});
