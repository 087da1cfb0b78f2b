import { readdirSync } from "node:fs";

// Which room may import which, for `npm run check:layers`. An import of a type counts too: a reader has to follow it all the same.

const base = ["runtime/time", "runtime/errors", "runtime/model", "runtime/observe"];
const language = [...base, "runtime/condition", "runtime/access"];
const wings = ["sql", "wire", "schema", "routines"].map((name) => `runtime/database/${name}`);
const data = [...language, ...wings, "runtime/database", "runtime/read"];
/** What a surface gets: the Model, repositories and `identify`. It opens no database. */
const guest = [
  ...language,
  "runtime/read",
  "runtime/records",
  "runtime/write",
  "runtime/repository",
  "runtime/http",
  "runtime/surfaces/surface.ts",
];
/** Surfaces that import more than any guest. Those that import others stand below them in this table. */
const surfaces = {
  "runtime/surfaces/surface.ts": [
    ...language,
    "runtime/database",
    "runtime/repository",
    "runtime/changes",
    "runtime/http",
  ],
  "runtime/surfaces/audit-failed-request.ts": guest,
  "runtime/surfaces/query": [...guest, "runtime/transfer"],
  "runtime/surfaces/writes": [...guest, "runtime/transfer", "runtime/surfaces/query"],
  "runtime/surfaces/live": [...guest, "runtime/database", "runtime/changes", "runtime/surfaces/query"],
  "runtime/surfaces/endpoints": [
    ...guest,
    ...["audit-failed-request.ts", "paths", "query", "writes"].map((name) => `runtime/surfaces/${name}`),
  ],
  "runtime/surfaces/auth": [...guest, "runtime/surfaces/audit-failed-request.ts"],
  // They run transactions of several entities.
  "runtime/surfaces/batch": [...guest, "runtime/database", "runtime/surfaces/query"],
  "runtime/surfaces/operations": [...guest, "runtime/database", "runtime/surfaces/audit-failed-request.ts"],
  "runtime/surfaces/openapi": [...guest, "runtime/surfaces/endpoints", "runtime/surfaces/auth"],
  "runtime/surfaces/docs": [...guest, "runtime/surfaces/openapi", "runtime/surfaces/pages"],
  // Types only, which the page shares with the server.
  "runtime/surfaces/admin/shown-model.ts": [],
  "runtime/surfaces/admin": [
    ...guest,
    // An entry of the audit for each read as another role.
    "runtime/database",
    ...["openapi", "pages", "admin/shown-model.ts"].map((name) => `runtime/surfaces/${name}`),
  ],
  // Its reads can be cancelled. What a caller may know is what the admin page shows.
  "runtime/surfaces/mcp": [
    ...guest,
    "runtime/database",
    ...["query", "openapi", "operations", "admin", "admin/shown-model.ts"].map(
      (name) => `runtime/surfaces/${name}`,
    ),
  ],
  // Run in browsers.
  "runtime/surfaces/docs/browser": [],
  "runtime/surfaces/admin/browser": ["runtime/surfaces/admin/shown-model.ts"],
};
for (const { name } of readdirSync("runtime/surfaces", { withFileTypes: true }).filter((each) =>
  each.isDirectory(),
))
  surfaces[`runtime/surfaces/${name}`] ??= guest;
/** What surfaces share, and the parts of the endpoints of entities. */
const sharedBySurfaces = /\/(audit-failed-request\.ts|paths|query|writes|pages|openapi|home|browser)$/;
// Mounts the configured ones.
surfaces["runtime/surfaces"] = [
  "runtime/model",
  "runtime/http",
  ...Object.keys(surfaces).filter((name) => !sharedBySurfaces.test(name)),
];
const server = [
  ...data,
  "runtime/records",
  "runtime/write",
  "runtime/repository",
  "runtime/changes",
  "runtime/webhooks",
  "runtime/config",
  "runtime/database/migrations",
  "runtime/database/dialects",
  "runtime/http",
  "runtime/transfer",
  "runtime/dump",
  ...Object.keys(surfaces),
];
const product = [...server, "runtime/client", "runtime"];
const words = ["generator/artifacts.ts", "generator/naming.ts", "generator/one-line.ts"];

/** Each room and the others that its files may import. A room imports only rooms above it in this table. */
const rooms = {
  "runtime/check-node.ts": [],
  "runtime/time": [],
  "runtime/errors": [],
  "runtime/model": ["runtime/errors"],
  "runtime/observe": ["runtime/errors", "runtime/model"],
  "runtime/condition": ["runtime/errors", "runtime/model"],
  "runtime/access": [...base, "runtime/condition"],
  "runtime/config": language,
  // Makes SQL and opens nothing, so that statements can be tested without a database.
  "runtime/database/sql": ["runtime/errors", "runtime/model", "runtime/condition"],
  "runtime/database/wire": [...base, "runtime/database/sql"],
  "runtime/database/schema": ["runtime/model", "runtime/database/sql", "runtime/database/wire"],
  // Procedures and functions, as a database lists them.
  "runtime/database/routines": ["sql", "wire", "schema"]
    .map((name) => `runtime/database/${name}`)
    .concat("runtime/model"),
  // Files of migrations, what is applied of them, and their tables.
  "runtime/database/migrations": [...base, ...wings],
  // Knows the contract of a dialect and not which dialects there are.
  "runtime/database": [...base, "runtime/condition", ...wings, "runtime/database/migrations"],
  "runtime/database/dialects": [...base, ...wings, "runtime/database/migrations", "runtime/database"],
  // Plans of reads, with the rights of a caller. They open nothing.
  "runtime/read": [...language, "runtime/database/sql"],
  // Runs plans of reads, for requests and for writes.
  "runtime/records": data,
  // These know no HTTP: server code calls them as requests do.
  "runtime/write": [...data, "runtime/records"],
  "runtime/repository": [...data, "runtime/records", "runtime/write"],
  // The changes of records that are kept, in order.
  "runtime/changes": [...data, "runtime/records", "runtime/write"],
  // Changes as requests to other systems.
  "runtime/webhooks": [...data, "runtime/records", "runtime/write", "runtime/repository", "runtime/changes"],
  "runtime/http": language,
  // Files of records, for requests and commands alike.
  "runtime/transfer": [...base, "runtime/http"],
  // Whole tables in files, for commands.
  "runtime/dump": [...data, "runtime/records", "runtime/write", "runtime/config", "runtime/transfer"],
  ...surfaces,
  // Runs in browsers: of all others it has only types.
  "runtime/client": [...language, "runtime/config", "runtime/read", "runtime/write", "runtime/repository"],
  runtime: [...server, "runtime/client", "runtime/check-node.ts", "runtime/schema.ts"],
  // Browsers load it.
  "runtime/schema.ts": ["runtime/errors", "runtime/model"],
  // Merges any TypeScript and knows nothing of what is generated.
  "generator/merge": [],
  "generator/renaming": ["generator/merge"],
  ...Object.fromEntries(words.map((file) => [file, ["runtime/errors", "runtime/model"]])),
  "generator/views": [...product, ...words],
  // From the OpenAPI document to what tools read.
  "generator/requests": [...product, ...words],
  // Finds places in sources, and knows no command.
  "generator/locate": ["runtime/config", "generator/config/json-error.ts"],
  generator: [
    ...product,
    ...words,
    "generator/merge",
    "generator/renaming",
    "generator/views",
    "generator/locate",
  ],
  "generator/import": [...product, ...words, "generator"],
  "generator/serving": [...product, "generator"],
  "generator/commands": [
    ...product,
    ...words,
    "generator",
    "generator/merge",
    "generator/import",
    "generator/requests",
    "generator/serving",
  ],
  "generator/main.ts": ["runtime/errors", "generator", "generator/commands"],
  "generator/cli.ts": ["generator", "generator/main.ts", "runtime/check-node.ts"],
};

/** The files of a room, without the folders and files in it that are rooms of their own. */
function filesOf(room) {
  const inner = Object.keys(rooms).filter((other) => other.startsWith(`${room}/`));
  const others = inner.map((other) => `${other.slice(room.length + 1)}(/|$)`).join("|");
  return inner.length === 0 ? `^${room}(/|$)` : `^${room}/(?!${others})`;
}

const everyRoom = Object.keys(rooms).map(filesOf);
const ownFiles = "^(runtime|generator)/";
/** Where Express and its requests are known. */
const web = [filesOf("runtime/http"), "^runtime/surfaces/(?!(admin|docs)/browser/)", filesOf("runtime")];
/** Values in, values out. */
const pure = [
  "runtime/errors",
  "runtime/model",
  "runtime/condition",
  "runtime/config",
  "runtime/read",
  "runtime/database/sql",
  "generator/views",
  "generator/merge",
  "generator/renaming",
].map(filesOf);
const drivers = { "better-sqlite3": "sqlite", pg: "postgres", mysql2: "mysql", mssql: "mssql" };
const optionalSurfaces = "^runtime/surfaces/(?!(endpoints|paths|query|writes)/)[^/]+/";
const packages = (names) => `(^|/)node_modules/(${names})/`;

const rules = {
  "no circle between files": { from: {}, to: { circular: true } },
  "every import exists": { from: {}, to: { couldNotResolve: true } },
  "every file is in a room of the table": { from: { path: ownFiles, pathNot: everyRoom }, to: {} },
  ...Object.fromEntries(
    Object.entries(rooms).map(([room, others]) => [
      `${room} imports ${others.length === 0 ? "no other room" : "only its rooms"}`,
      { from: { path: filesOf(room) }, to: { path: ownFiles, pathNot: [room, ...others].map(filesOf) } },
    ]),
  ),
  "the index is for those who install the package": {
    from: { path: "^runtime/" },
    to: { path: "^runtime/index\\.ts$" },
  },
  "what browsers load needs only zod": {
    from: { path: "^runtime/schema\\.ts$" },
    to: { path: "^runtime/(?!schema\\.ts|model/|errors/)|^[^/.]+$|node_modules/(?!zod/)", reachable: true },
  },
  "the kit is for generated code": { from: {}, to: { path: "^runtime/kit\\.ts$" } },
  "tests and examples are not part of the product": {
    from: {},
    to: { path: "^(test|bench|examples|tools|dist)/" },
  },
  "the client has no code of others": {
    from: { path: "^runtime/client[/.]" },
    to: { pathNot: "^runtime/client/", dependencyTypesNot: ["type-only"] },
  },
  "Express stays where requests are": {
    from: { path: ownFiles, pathNot: web },
    to: { path: packages("express|express-rate-limit|helmet|cors|compression") },
  },
  // A caller is identified from the headers of any request, so its type may be named elsewhere.
  "the HTTP server stays where requests are": {
    from: { path: ownFiles, pathNot: [...web, "^runtime/webhooks/post\\.ts$"] },
    to: { path: "^https?$", dependencyTypesNot: ["type-only"] },
  },
  ...Object.fromEntries(
    Object.entries(drivers).map(([driver, dialect]) => [
      `only its dialect knows ${driver}`,
      { from: { pathNot: `^runtime/database/dialects/${dialect}/` }, to: { path: packages(driver) } },
    ]),
  ),
  // A server that is not configured for them starts without loading them. Generated handlers get them from the kit.
  "surfaces are loaded where they are configured": {
    from: { path: "^runtime/", pathNot: [optionalSurfaces, "^runtime/kit\\.ts$"] },
    to: { path: optionalSurfaces, dynamic: false, dependencyTypesNot: ["type-only"] },
  },
  // So do these parts of a database, for a server that does not use them.
  "a connection is loaded when it is opened": {
    from: { path: "^runtime/", pathNot: "^runtime/database/dialects/[^/]+/connection/" },
    to: { path: "^runtime/database/dialects/[^/]+/connection/[a-z]+-connection\\.ts$", dynamic: false },
  },
  // The syntax of changes is also needed where a start changes tables.
  "a dialect's tools for migrations are loaded when they are needed": {
    from: { path: "^runtime/", pathNot: "^runtime/database/dialects/[^/]+/migrations/" },
    to: {
      path: "^runtime/database/dialects/[^/]+/migrations/(?![a-z]+-migrations\\.ts$)",
      dynamic: false,
      dependencyTypesNot: ["type-only"],
    },
  },
  "replicas are loaded where they are configured": {
    from: { path: "^runtime/", pathNot: "^runtime/database/replicas/" },
    to: {
      path: "^runtime/database/replicas/(?!replica-session)",
      dynamic: false,
      dependencyTypesNot: ["type-only"],
    },
  },
  // A server starts without loading them.
  "the generator's packages are not the server's": {
    from: { path: "^runtime/" },
    to: { path: packages("ts-morph|prettier|handlebars|diff|jiti") },
  },
  // Types are allowed: a hook of the configuration gets a request. So is "module", by which a package is loaded at first use.
  // `net` has a list of address ranges, which opens nothing.
  "pure rooms do no IO": {
    from: { path: pure, pathNot: "^runtime/model/values/public-address\\.ts$" },
    to: { dependencyTypes: ["core"], pathNot: "^(module|path)$", dependencyTypesNot: ["type-only"] },
  },
  "generator/merge needs only the parser": {
    from: { path: "^generator/merge/" },
    to: { pathNot: ["^generator/merge/", packages("ts-morph")] },
  },
};

export default {
  forbidden: Object.entries(rules).map(([name, rule]) => ({ name, severity: "error", ...rule })),
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    // The paths of a package below its name.
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
    doNotFollow: { path: ["node_modules", "^(test|bench|examples|tools|dist)/"] },
  },
};
