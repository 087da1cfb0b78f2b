import { loadOptional } from "../../errors/package-error.js";
import { AUTH_PREFIX } from "../../http/endpoint.js";
import type { Model } from "../../model/model.js";
import type { Users } from "../../repository/users/users.js";
import type { OpenIdProvider } from "./open-id-provider.js";

/** The configured providers, by name. Their code is only loaded if there are any. @throws {PackageError} */
export async function openProviders(
  { server: { publicUrl = "" } }: Pick<Model, "server">,
  { tokens }: Pick<Users, "tokens">,
): Promise<ReadonlyMap<string, OpenIdProvider>> {
  const configured = Object.entries(tokens.providers);
  if (configured.length === 0) return new Map();
  const { OpenIdProvider } = await import("./open-id-provider.js");
  const library = await loadOptional("openid-client", "auth.providers", () => import("openid-client"));
  return new Map(
    configured.map(([name, settings]) => {
      // From the configuration only: a header could name another server.
      const redirectUri = `${publicUrl}${AUTH_PREFIX}/providers/${name}/callback`;
      return [name, new OpenIdProvider(settings, redirectUri, library)];
    }),
  );
}
