import { z } from "zod";
import { group, offByDefault, option, text, type Settings } from "./option.js";

/** Segments of plain characters, so that a path means the same to Express, to browsers and to proxies. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

const adminOptions = group("AdminConfig", "The page to look at the data and to edit it.", {
  path: option(
    z
      .string()
      .regex(PLAIN_PATH, 'must begin with "/" and have segments of letters, digits, "-", "_", "." and "~"')
      .default("/admin"),
    "The path of the page. Its files are below it.",
  ),
  roles: option(
    z.array(text()).min(1).default(["guest"]),
    "The roles that may read the model at `GET /api/schema`. `guest` is everyone.",
    { answer: "401 `authentication-required` or 403 `forbidden`" },
  ),
});

/** The page for people who look at the data. `false` if the server does not serve it. */
export const adminShape = offByDefault(
  adminOptions,
  "Serve a page to look at the data and to edit it, and `GET /api/schema`, which describes the model to its caller.",
);

export type AdminSettings = Exclude<Settings<typeof adminShape>, false>;
