import { z } from "zod";
import { flag, group, offByDefault, option, optionalText, text, type Settings } from "./option.js";

const contactShape = group("ContactConfig", "Whom to ask about the API.", {
  name: option(optionalText(), "The name of a person or an organization."),
  url: option(optionalText(), "The URL of a page."),
  email: option(optionalText(), "An e-mail address."),
});

const licenseShape = group("LicenseConfig", "The license of the API.", {
  name: option(text(), "Its name, such as `Apache 2.0`."),
  url: option(optionalText(), "The URL of its text."),
});

export const openapiOptions = group("OpenapiConfig", "The OpenAPI document of the server.", {
  roles: option(
    z.array(text()).min(1).default(["guest"]),
    "The roles that may read the document. `guest` is everyone.",
    { answer: "401 `authentication-required` or 403 `forbidden`" },
  ),
  page: option(flag(), "Serve a page to read the document and to try requests at `GET /api/docs`."),
  file: option(flag(), "`generate` writes the document to `openapi.json` in its output folder."),
  title: option(text().default("Data API"), "The title of the document."),
  version: option(text().default("1.0.0"), "The version of the API."),
  description: option(optionalText(), "A description of the API, in CommonMark.", {
    usually: "an introduction to reading, logging in and errors",
  }),
  contact: option(contactShape.optional(), "Whom to ask about the API."),
  license: option(licenseShape.optional(), "The license of the API."),
  url: option(optionalText(), "The URL of the server for callers, such as `https://api.example.com`.", {
    usually: "`server.publicUrl`, else the server that answers with the document",
  }),
});

/** How the server describes itself. `false` if it does not. */
export const openapiShape = offByDefault(
  openapiOptions,
  "Serve an OpenAPI document at `GET /api/openapi.json`.",
);

export type OpenapiSettings = Exclude<Settings<typeof openapiShape>, false>;
