import { withoutPrefills } from "./without-prefills.js";

/** The document, as far as the page uses it. */
export interface ShownDocument {
  readonly info?: { readonly title?: unknown };
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
  /** Called with the token that is added to, or removed from, the viewer. */
  readonly onToken: (token: string | undefined) => void;
}

/** Above this number of operations, they are shown folded, because rendering each takes time. */
const MAX_SHOWN = 100;

/** Shows a document instead of the one shown before. */
export function showDocument(written: ShownDocument, { place, token, onToken }: Viewer): void {
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
    docExpansion: operationCount(written) > MAX_SHOWN ? "none" : "list",
    // Schemas are shown with the operations that use them.
    defaultModelsExpandDepth: -1,
    filter: true,
    // The default is a server of Swagger's.
    validatorUrl: null,
    plugins: [() => ({ statePlugins: { auth: { wrapActions: watchTokens(schemes, onToken) } } })],
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

function operationCount({ paths }: ShownDocument): number {
  return Object.values(paths ?? {}).reduce<number>(
    (sum, path) => sum + Object.keys(path as object).length,
    0,
  );
}

type Action<T> = (payload: T) => unknown;

/** Reports tokens that are entered in the viewer's own dialog, so that the page and the viewer use the same one. */
function watchTokens(schemes: readonly string[], onToken: Viewer["onToken"]) {
  type Given = Readonly<Record<string, { readonly value?: unknown }>>;
  return {
    authorize: (original: Action<Given>) => (payload: Given) => {
      for (const scheme of schemes) {
        const value = payload[scheme]?.value;
        if (typeof value === "string") onToken(value);
      }
      return original(payload);
    },
    logout: (original: Action<readonly string[]>) => (payload: readonly string[]) => {
      if (payload.some((name) => schemes.includes(name))) onToken(undefined);
      return original(payload);
    },
  };
}
