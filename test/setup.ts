import { registerEndings } from "./after-file.js";

// Vitest runs this before each file, even if files share their modules.
registerEndings();
