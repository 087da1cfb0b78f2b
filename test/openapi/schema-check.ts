import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Located, OpenapiJson } from "./openapi-document.js";

/** Checks values against the schemas of one document. */
export interface SchemaCheck {
  /** The mistakes in a value, one line each. Empty if the value is valid. */
  readonly mistakesOf: (schema: Located, value: unknown) => readonly string[];
  readonly isValid: (schema: Located, value: unknown) => boolean;
}

/** OpenAPI's own keywords in schemas (3.1, section 4.8.24.1). Any other unknown keyword is a mistake. */
const SCHEMA_WORDS = ["discriminator", "xml", "externalDocs", "example"];
/** The members of the document itself, which contains the schemas. */
const ROOT_WORDS = [
  "openapi",
  "info",
  "jsonSchemaDialect",
  "servers",
  "paths",
  "webhooks",
  "components",
  "security",
  "tags",
];

/** Checks values against the schemas of a document, in JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function createSchemaCheck(document: OpenapiJson): SchemaCheck {
  const ajv = new Ajv2020({
    allErrors: true,
    // Compiles each referenced schema once.
    inlineRefs: false,
    // Unknown keywords and formats are mistakes. Types and required members may be spread over the parts of a schema.
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    // Formats of OpenAPI's registry that only name a type. Other keywords limit the values.
    formats: {
      int32: true,
      int64: true,
      float: true,
      double: true,
      decimal: true,
      password: true,
      byte: true,
    },
    // The document contains schemas, but is not a schema.
    validateSchema: false,
  });
  formats.default(ajv, { mode: "full" });
  ajv.addVocabulary([...SCHEMA_WORDS, ...ROOT_WORDS.filter((word) => document[word] !== undefined)]);
  ajv.addSchema(document, "document");
  const known = new Map<string, ValidateFunction>();
  const validatorOf = ({ pointer }: Located): ValidateFunction => {
    let validate = known.get(pointer);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `document#${encodeURI(pointer)}` });
      known.set(pointer, validate);
    }
    return validate;
  };
  return {
    mistakesOf: (schema, value) => {
      const validate = validatorOf(schema);
      if (validate(value)) return [];
      return (validate.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath === "" ? "the value" : instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
      );
    },
    isValid: (schema, value) => validatorOf(schema)(value),
  };
}
