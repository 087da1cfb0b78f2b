import { createRequire } from "node:module";
import type * as index from "../runtime/index.js";
import * as exportsForConfigurations from "../runtime/exports-for-configurations.js";

type Exports = typeof index;

// A `require`, because an import cannot wait until a getter is called.
const whole = (): Exports => createRequire(import.meta.url)("../runtime/index.js") as Exports;

/** What `import … from "data-api"` gives to a configuration. The classes of a server are loaded when it uses them. */
export const ownExports: Exports = {
  ...exportsForConfigurations,
  get ApiServer() {
    return whole().ApiServer;
  },
  get DataApi() {
    return whole().DataApi;
  },
  get Repository() {
    return whole().Repository;
  },
};
