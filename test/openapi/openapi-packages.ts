import { loadExtra } from "../extras/extras.js";

/** The part of each package that tests use. */
interface OpenapiPackages {
  readonly heyApi: () => Promise<{ readonly createClient: (config: object) => Promise<unknown> }>;
  readonly openapiTypescript: () => Promise<{
    readonly default: (
      document: object,
      options?: { readonly defaultNonNullable: boolean },
    ) => Promise<unknown>;
    readonly astToString: (nodes: unknown) => string;
  }>;
  readonly orval: () => Promise<{ readonly generate: (config: object) => Promise<unknown> }>;
  readonly redocly: () => Promise<{
    readonly createConfig: (config: object) => Promise<object>;
    readonly lintFromString: (options: {
      readonly source: string;
      readonly config: object;
    }) => Promise<readonly Problem[]>;
  }>;
  readonly swaggerParser: () => Promise<{
    readonly default: { validate(document: object): Promise<unknown> };
  }>;
  readonly swaggerTypescriptApi: () => Promise<{
    readonly generateApi: (
      options: object,
    ) => Promise<{ readonly files: readonly { readonly fileContent: string }[] }>;
  }>;
}

/** What Redocly's linter finds. */
interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

export function openapiPackages(): Promise<OpenapiPackages> {
  return loadExtra<OpenapiPackages>("openapi");
}

/** The client of swagger-typescript-api, as one file. */
export async function swaggerTypescriptClient(spec: object): Promise<string> {
  const { generateApi } = await (await openapiPackages()).swaggerTypescriptApi();
  const { files } = await generateApi({
    spec,
    output: false,
    httpClientType: "fetch",
    moduleNameFirstTag: true,
    extractRequestParams: true,
    silent: true,
  });
  return files.map(({ fileContent }) => fileContent).join("\n");
}
