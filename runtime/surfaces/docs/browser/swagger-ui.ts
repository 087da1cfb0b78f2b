import { withoutPrefills } from "./without-prefills.js";

/** The document, as far as the page uses it. */
export interface ShownDocument {
  readonly info?: { readonly title?: unknown };
  readonly tags?: readonly object[];
  readonly paths?: object;
  readonly servers?: unknown;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, SecurityScheme>> };
}

interface SecurityScheme {
  readonly type?: unknown;
  readonly scheme?: unknown;
}

/** The parts of Swagger UI that the page uses. Its bundle defines them as a global. */
interface SwaggerUi {
  readonly preauthorizeApiKey: (scheme: string, token: string) => void;
}
declare const SwaggerUIBundle: (options: object) => SwaggerUi;

interface Viewer {
  readonly place: HTMLElement;
  readonly token: string | undefined;
  /** Called if the reader wants to log in at an operation. */
  readonly onLogIn: () => void;
}

/** Above these numbers, entities are shown folded: more would fill many screens, and rendering takes time. */
const MAX_TAGS = 8;
const MAX_OPERATIONS = 100;

/** Shows a document instead of the one shown before. */
export function showDocument(written: ShownDocument, { place, token, onLogIn }: Viewer): void {
  const spec = { ...withoutPrefills(written), servers: [{ url: ownBase() }] };
  const schemes = bearerSchemes(written);
  // A new node, because the viewer keeps the node that it was given.
  const domNode = document.createElement("div");
  place.replaceChildren(domNode);
  const ui = SwaggerUIBundle({
    domNode,
    spec,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: isLong(written) ? "none" : "list",
    // Schemas are shown with the operations that use them.
    defaultModelsExpandDepth: -1,
    filter: true,
    // The default is a server of Swagger's.
    validatorUrl: null,
    // The locks of operations open the page's form instead of the viewer's dialog.
    plugins: [() => ({ statePlugins: { auth: { wrapActions: { showDefinitions: () => onLogIn } } } })],
    onComplete: () => {
      if (token !== undefined) for (const scheme of schemes) ui.preauthorizeApiKey(scheme, token);
    },
  });
}

/** Requests go to the server that serves the page: its policy forbids others, and the token is for this one. */
function ownBase(): string {
  return new URL("..", document.baseURI).href.replace(/\/$/, "");
}

function bearerSchemes({ components }: ShownDocument): readonly string[] {
  return Object.entries(components?.securitySchemes ?? {}).flatMap(([name, { type, scheme }]) =>
    type === "http" && scheme === "bearer" ? name : [],
  );
}

function isLong({ paths, tags = [] }: ShownDocument): boolean {
  return tags.length > MAX_TAGS || operationCount(paths) > MAX_OPERATIONS;
}

function operationCount(paths: ShownDocument["paths"]): number {
  return Object.values(paths ?? {}).reduce<number>(
    (sum, path) => sum + Object.keys(path as object).length,
    0,
  );
}
