import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { Config } from "../../../runtime/config/config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { createRoutes } from "../../../runtime/http/route-template.js";
import { surfacePaths } from "../../../runtime/surfaces/surfaces.js";

const text = { type: "string", isEditable: true, isRequired: true } as const;
const everyone = ["guest"] as const;
const permissions = { read: everyone, create: [], update: [], delete: [] };
const note = { fields: { text }, permissions };

/** The template of a request that Express has routed below `baseUrl`. */
function templateIn(config: Partial<Config>, baseUrl: string, path: string): string {
  const model = resolveModel({
    database: { dialect: "sqlite", name: ":memory:" },
    entities: { note },
    ...config,
  });
  const { templateOf } = createRoutes(["note"], surfacePaths(model));
  return templateOf({
    originalUrl: `${baseUrl}${path}`,
    baseUrl,
    route: { path },
  } as unknown as IncomingMessage);
}

describe("the template of a route", () => {
  it.each([
    "/api/batch",
    "/api/operations",
    "/api/docs",
    "/api/openapi.json",
    "/api/schema",
    "/mcp",
    "/.well-known/oauth-protected-resource",
  ])("the template of a route names the surface %s, even if it is not served", (baseUrl) => {
    expect(templateIn({}, baseUrl, "/")).toBe(baseUrl);
    expect(templateIn({}, `/mounted${baseUrl}`, "/part")).toBe(`${baseUrl}/part`);
  });

  it("the template of a route names the admin page where it is configured", () => {
    expect(templateIn({ admin: { path: "/in/here" } }, "/in/here", "/:asset")).toBe("/in/here/:asset");
    expect(templateIn({}, "/in/here", "/:asset")).toBe("…/:asset");
  });

  it("the template of a route names no path of the application, which may contain values", () => {
    expect(templateIn({ admin: true }, "/tenants/jane", "/orders/:id")).toBe("…/orders/:id");
  });
});
