import { z } from "zod";
import { count, group, offByDefault, option, optionalText, text, type Settings } from "./option.js";

const stdioOptions = group("McpUserConfig", "A caller without a token.", {
  userId: option(z.union([text(), z.number()]), "The id of the user."),
  roles: option(z.array(text()).default([]), "The user's roles. `guest` and `member` are always among them."),
});

const mcpOptions = group("McpConfig", "The endpoint for agents.", {
  isReadOnly: option(
    z.boolean().default(true),
    "Offer no tools that write. With `false`, callers may write what their permissions allow.",
  ),
  tools: option(
    z.array(text()).min(1).optional(),
    "The tools to offer: names such as `read_records`, and names of operations.",
    { usually: "all", uniqueItems: true },
  ),
  instructions: option(
    optionalText(),
    "What agents should know about this data. Clients give it to the model with every conversation.",
    { usually: "how to use the tools" },
  ),
  name: option(text().default("data-api"), "The name of the server for clients."),
  roles: option(
    z.array(text()).min(1).optional(),
    "The roles that may use the endpoint. `guest` is everyone. A caller without a token and without a role gets 401, so that the client logs in.",
    {
      usually: "`guest`; `member` with `auth.jwt`",
      answer: "401 `authentication-required` or 403 `forbidden`",
    },
  ),
  hosts: option(
    z.array(text()).default([]),
    "Further names by which clients reach this server, such as `api.example.com`. Beside them, `localhost` and the host of `server.publicUrl` are accepted.",
    { answer: "403 `forbidden`" },
  ),
  origins: option(
    z.array(text()).default([]),
    "The origins of pages that may send requests, such as `https://app.example.com`, beside those of this machine and of `server.publicUrl`.",
    { answer: "403 `forbidden`" },
  ),
  audience: option(
    optionalText(),
    "A value that the `aud` of tokens must also contain, such as the URL of this endpoint. Only with `auth.jwt`.",
    { usually: "`auth.jwt.audience` is enough", answer: "401 `invalid-token`" },
  ),
  stdio: option(stdioOptions.optional(), "The caller of `data-api mcp` if there is no token.", {
    usually: "an anonymous caller",
  }),
  maxRecords: option(
    count(1000).default(100),
    "Maximum `take` of a call. The default `take` is at most 20.",
    { answer: "`invalid-page`" },
  ),
  maxAnswerBytes: option(
    count(16_777_216).default(262_144),
    "Maximum size of the JSON of an answer. A page ends before the record that would exceed it.",
    { answer: "fewer records, or `answer-too-large` for a single one" },
  ),
});

/** The endpoint for agents. `false` if the server does not have it. */
export const mcpShape = offByDefault(
  mcpOptions,
  "Serve tools for agents at `POST /mcp`, by the Model Context Protocol, with the rights of their callers.",
);

export type McpSettings = Exclude<Settings<typeof mcpShape>, false>;
