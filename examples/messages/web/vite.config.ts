import { defineConfig } from "vite";

// `vite build` makes the page that the example's server serves; `vite` serves it while you change it.
export default defineConfig({
  root: import.meta.dirname,
  build: { target: "es2022", emptyOutDir: true },
  server: { proxy: { "/api": "http://localhost:1337" } },
});
