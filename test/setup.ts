import { registerEndings } from "./after-file.js";

// Vitest runs this before each file, even where files share their modules.
registerEndings();
