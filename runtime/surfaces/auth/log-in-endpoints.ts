import { invalidToken } from "../../access/bearer-token.js";
import { changePassword } from "../../repository/users/change-password.js";
import { endTokens } from "../../repository/users/end-tokens.js";
import { logInByPassword } from "../../repository/users/log-in.js";
import { MAX_PASSWORD_LENGTH } from "../../write/input/check-user.js";
import { wrongCredentials } from "./auth-context.js";
import { endpointsOfFeature } from "./auth-endpoint.js";
import { accountProblems, inBody, success } from "./auth-parts.js";
import { checkNewPassword } from "./check-new-password.js";
import { clearCookie, finishLogIn, replyTokens } from "./reply-tokens.js";

const endpoint = endpointsOfFeature(
  () => true,
  (context) => context,
);
const refreshEndpoint = endpointsOfFeature(
  (_, { sessions }) => sessions?.isByCookie === false,
  ({ refreshTokens }) => refreshTokens,
);

export const logInEndpoints = [
  endpoint("logIn", "post", "/token", {
    summary: "Log in",
    description: "Answers with a token for the name and the password of a user.",
    mayCall: "logging-in",
    audit: "log-in",
    body: { username: inBody.text, password: inBody.secret },
    example: (user) => ({ username: user("username"), password: user("password") }),
    success: success.tokens,
    problems: accountProblems.firstFactor,
    answer: async ({ req, res, body: { username, password } }, context) => {
      const user = await context.rateLimits.ofLogins(req, username, () =>
        logInByPassword(username, password, context),
      );
      if (user === undefined) throw wrongCredentials("The user name or the password is wrong.");
      await finishLogIn(res, user, context);
    },
  }),
  endpoint("logOut", "post", "/logout", {
    summary: "Log out everywhere",
    description: "Ends all tokens of the caller.",
    mayCall: "caller",
    audit: "log-out",
    success: success.done("The tokens are ended."),
    problems: ["invalid-token"],
    answer: async ({ res, caller }, context) => {
      await endTokens(context.users, caller.userId, context.database);
      clearCookie(res, context);
    },
  }),
  endpoint("changePassword", "post", "/password", {
    summary: "Change the password",
    description: "Ends all tokens of the caller and answers with a new one.",
    mayCall: "caller",
    audit: "change-password",
    body: { password: inBody.secret, ...inBody.newPassword },
    example: (user) => {
      const newPassword = `${user("password")}9`.slice(-MAX_PASSWORD_LENGTH);
      return { password: user("password"), newPassword, confirmPassword: newPassword };
    },
    success: success.tokens,
    problems: accountProblems.logIn,
    answer: async ({ req, res, caller, body, requestId }, context) => {
      const { users, find, database, rateLimits } = context;
      checkNewPassword(body, users);
      const user = await find.byId(caller.userId);
      const changed = await rateLimits.ofLogins(req, user?.username, () =>
        changePassword(user, { caller, requestId, ...body }, users, database),
      );
      if (changed === undefined) throw wrongCredentials("The password is wrong.");
      await replyTokens(res, changed, context);
    },
  }),
  refreshEndpoint("refresh", "post", "/refresh", {
    summary: "Refresh the token",
    description: "Each refresh token can be exchanged for new tokens once.",
    mayCall: "anyone",
    body: { refreshToken: inBody.secret },
    example: () => ({ refreshToken: "the refresh token" }),
    success: success.tokens,
    problems: accountProblems.link,
    answer: async ({ req, res, body, own: refreshTokens }, context) => {
      const found = await context.rateLimits.ofRefreshes(req, undefined, () =>
        refreshTokens.use(body.refreshToken),
      );
      if (found === undefined) throw invalidToken("The refresh token is not valid: log in again.");
      await replyTokens(res, found.user, context, found);
    },
  }),
];
