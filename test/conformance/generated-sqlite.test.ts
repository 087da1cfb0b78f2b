import { registerSuite } from "./register-suite.js";

await registerSuite("generated", "sqlite");
