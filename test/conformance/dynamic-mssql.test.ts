import { registerSuite } from "./register-suite.js";

await registerSuite("dynamic", "mssql");
