import type { Model } from "../../model/model.js";
import { apiKeyEndpoints } from "./api-key-endpoints.js";
import type { AuthEndpoint } from "./auth-endpoint.js";
import { logInEndpoints } from "./log-in-endpoints.js";
import { messageEndpoints } from "./message-endpoints.js";
import { passkeyEndpoints } from "./passkey-endpoints.js";
import { providerEndpoints } from "./provider-endpoints.js";
import { secondFactorEndpoints } from "./second-factor-endpoints.js";
import { sessionEndpoints } from "./session-endpoints.js";

const endpoints = [
  ...logInEndpoints,
  ...messageEndpoints,
  ...providerEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...apiKeyEndpoints,
  ...sessionEndpoints,
];

/** The user endpoints of a server. None if it has no users of its own. */
export function authEndpointsOf(model: Pick<Model, "auth" | "sessions">): readonly AuthEndpoint[] {
  return model.auth?.hasUsers === true ? endpoints.filter(({ isOn }) => isOn(model)) : [];
}
