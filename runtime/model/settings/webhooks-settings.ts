import { z } from "zod";
import { count, flag, group, milliseconds, option, text, type Settings } from "./option.js";

/** Standard Webhooks: "between 24 bytes (192 bits) and 64 bytes (512 bits)", in base64. */
const SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,86}={0,2}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const secret = () =>
  z.string().regex(SECRET, 'must be "whsec_" and 24 to 64 random bytes in base64 (openssl rand -base64 32)');

const webhookShape = group("WebhookConfig", "A receiver of changes.", {
  name: option(
    z
      .string()
      .regex(/^[\w.-]{1,64}$/, "must have at most 64 letters, digits, and the characters . _ -")
      .optional(),
    "Its name in commands, metrics and the log. The position among the changes is stored under it.",
    { usually: "the host of `url`" },
  ),
  url: option(
    text(),
    "Where changes are sent: an `https` address. `http` only in private networks, with `isPrivateAllowed`.",
    { isSecret: true },
  ),
  events: option(
    z.array(text()).min(1),
    "What is sent: an entity and `create`, `update`, `delete` or `*`, such as `order.create`.",
    { uniqueItems: true },
  ),
  secret: option(secret().optional(), "The key of the signature.", { isSecret: true }),
  secrets: option(
    z
      .array(option(secret(), "A key of the signature.", { isSecret: true }))
      .min(1)
      .max(5)
      .optional(),
    "Several keys, while receivers change from one to the next: each makes a signature. Instead of `secret`.",
  ),
  select: option(
    text().optional(),
    "The members of the record that are sent, as in a read. The key is always sent of a deleted record.",
    { usually: "all that a read by server code has" },
  ),
  isPrivateAllowed: option(
    flag(),
    "Also send to private addresses. Without it, only addresses of the public internet are connected to.",
  ),
  timeout: option(
    milliseconds(1).max(60_000).default(10_000),
    "Milliseconds that a try may take in all, from the name look-up to the answer.",
  ),
  maxTries: option(
    count(10).default(10),
    "Number of tries, over about three days. Then the delivery is dead.",
  ),
  keepHours: option(count(720).default(72), "Hours that a delivery is kept after it was made."),
});

export const webhooksShape = option(
  z.array(webhookShape).max(100).default([]),
  "Send the changes of records to other systems, signed as in Standard Webhooks.",
  { usually: "none" },
);

export type WebhookSettings = Settings<typeof webhookShape>;
