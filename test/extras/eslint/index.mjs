export { default as js } from "@eslint/js";
export { ESLint } from "eslint";
export { defineConfig } from "eslint/config";
export { default as tseslint } from "typescript-eslint";
