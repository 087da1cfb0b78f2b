import {
  doneAnswer,
  jsonAnswer,
  listAnswer,
  objectOf,
  ofFirstFactor,
  ofForm,
  ofLogIn,
  secretText,
  timeText,
  tokensAnswer,
  type DescribeAccount,
} from "./describe-account.js";
import type { Response } from "./openapi-types.js";

function redirect(description: string): Readonly<Record<string, Response>> {
  return { 302: { description } };
}

/** The endpoints of log-ins with providers. */
export const providerOperations = {
  providers: () => ({
    summary: "List the providers",
    description: "The providers that users can log in with.",
    needsToken: false,
    success: listAnswer("The names of the providers.", objectOf({ name: { type: "string" } })),
    problems: [],
  }),
  logInWithProvider: () => ({
    summary: "Log in with a provider",
    description:
      "For browsers: leads to the provider, which leads back to the page `returnTo` with a code behind `#code=`, or an error code behind `#error=`.",
    needsToken: false,
    query: ["returnTo"],
    success: redirect("To the provider."),
    problems: ["invalid-query", "unknown-path", "identity-provider-unavailable"],
  }),
  providerCallback: () => ({
    summary: "End a log-in with a provider",
    description: "For providers, which lead browsers here.",
    needsToken: false,
    query: ["code", "state", "iss", "error"],
    success: redirect("To the page that the log-in leads back to."),
    problems: [],
  }),
  providerToken: (context) => ({
    summary: "Exchange the code of a log-in with a provider",
    description: "For the page that a log-in has led back to, once, within a minute.",
    needsToken: false,
    body: { properties: { code: secretText }, example: { code: "the code" } },
    success: tokensAnswer(context),
    problems: [...ofForm, ...ofFirstFactor(context)],
  }),
  linkProvider: () => ({
    summary: "Link an account at a provider",
    description: "Answers with the address that the browser has to open.",
    needsToken: true,
    body: {
      properties: { password: secretText, returnTo: { type: "string" } },
      optional: ["returnTo"],
      example: { password: "the password", returnTo: "/settings" },
    },
    success: jsonAnswer("The address.", { url: { type: "string" } }),
    problems: [
      ...ofForm,
      ...([
        "authentication-required",
        "invalid-query",
        "unknown-path",
        "identity-provider-unavailable",
      ] as const),
      ...ofLogIn,
    ],
  }),
  providerAccounts: () => ({
    summary: "List your accounts at providers",
    description: "Those that the caller can log in with.",
    needsToken: true,
    success: listAnswer(
      "The accounts.",
      objectOf({
        id: { type: "string" },
        provider: { type: "string" },
        createdAt: timeText,
      }),
    ),
    problems: ["authentication-required", "invalid-token"],
  }),
  unlinkProvider: () => ({
    summary: "Unlink an account at a provider",
    description: "The caller can no longer log in with it.",
    needsToken: true,
    success: doneAnswer("The account is unlinked."),
    problems: ["authentication-required", "invalid-token", "unknown-record", "only-log-in"],
  }),
} satisfies Readonly<Record<string, DescribeAccount>>;
