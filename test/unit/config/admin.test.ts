import { expect, test } from "vitest";
import { checkConfig } from "../../../runtime/config/check-config.js";

const config = { database: { dialect: "sqlite", name: ":memory:" }, entities: {} };

test.each([
  true,
  false,
  {},
  { path: "/x" },
  { path: "/a.b/c-d/~e_f/Admin" },
  { path: "/apis" },
  { path: "/livez2" },
])("the option admin may be %j", (admin) => {
  expect(checkConfig({ ...config, admin })).toEqual([]);
});

test.each([
  "admin",
  "",
  "/",
  "/admin/",
  "//admin",
  "/a/../b",
  "/.",
  "/:id",
  "/a*",
  "/a b",
  "/ä",
  "/a?b",
  "/a#b",
])("the path %j of the admin page is a mistake, because it is not one of plain segments", (path) => {
  const message = `found "${path}"; must begin with "/" and have segments of letters, digits, "-", "_", "." and "~".`;
  expect(checkConfig({ ...config, admin: { path } })).toEqual([{ path: "admin.path", message }]);
});

test.each([
  ["/api", "/api"],
  ["/API/admin", "/api"],
  ["/api/data/x", "/api"],
  ["/livez", "/livez"],
  ["/readyz/a", "/readyz"],
  ["/metrics", "/metrics"],
])("the path %j of the admin page is a mistake, because it belongs to the server", (path, own) => {
  expect(checkConfig({ ...config, admin: { path } })).toEqual([
    {
      path: "admin.path",
      message: `found "${path}", but the server answers "${own}" and what is below it: choose another path, such as "/admin".`,
    },
  ]);
});

test("the admin page needs the endpoints that read by query", () => {
  for (const admin of [true, {}, { path: "/x" }])
    expect(checkConfig({ ...config, admin, endpoints: ["path"] })).toEqual([
      { path: "admin", message: 'the page reads records by query: add "query" to "endpoints".' },
    ]);
  expect(checkConfig({ ...config, admin: true, endpoints: ["query"] })).toEqual([]);
  expect(checkConfig({ ...config, admin: false, endpoints: ["path"] })).toEqual([]);
});

test("the roles of the admin page must have at least one, and none may be empty", () => {
  expect(checkConfig({ ...config, admin: { roles: [] } })).toHaveLength(1);
  expect(checkConfig({ ...config, admin: { roles: [""] } })).toHaveLength(1);
});
