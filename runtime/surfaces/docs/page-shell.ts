import type { TokenSource } from "../pages/token-source.js";

interface Shell {
  /** Any text. */
  readonly title: string;
  readonly tokens: TokenSource;
  readonly urlOf: (asset: string) => string;
}

/**
 * The page's HTML. It contains no part of the document, because a browser sends no token when it opens a page: its
 * script requests the document. All URLs are relative to the page, so that it also works below a path of a proxy.
 */
export function pageShell({ title, tokens, urlOf }: Shell): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${urlOf("swagger-ui.css")}" />
    <link rel="stylesheet" href="${urlOf("page.css")}" />
    <script src="${urlOf("swagger-ui-bundle.js")}" defer></script>
    <script src="${urlOf("page.js")}" type="module"></script>
  </head>
  <body data-tokens="${tokens}">
    <noscript>This page needs JavaScript. The document itself is <a href="openapi.json">openapi.json</a>.</noscript>
    <header class="bar" hidden>
      <span id="caller"></span>
      <label><input type="checkbox" id="as-me" /> Only what I may do</label>
      <button type="button" id="identify">Log in</button>
      <button type="button" id="forget" hidden>Forget the token</button>
    </header>
    <p id="status" role="status"></p>
    <section id="credentials" aria-label="Log in" hidden>
      <form id="log-in" method="post" hidden>
        <label>User name <input name="username" autocomplete="username" autocapitalize="none" required /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        <button>Log in</button>
      </form>
      <form id="give-token" method="post">
        <label>Token <input name="token" type="password" autocomplete="off" required /></label>
        <button>Use this token</button>
      </form>
    </section>
    <div id="document"></div>
  </body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? "");
}
