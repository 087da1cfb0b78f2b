import type { ConfigProblem } from "../../errors/config-error.js";
import { suggestion } from "../../errors/nearest.js";
import { quoteName } from "../../model/names.js";
import { addressIn, isPrivateAddress, isPublicAddress } from "../../model/values/public-address.js";
import type { Config } from "../config.js";
import { findNamed } from "../find-name.js";
import { defaultName, eventKinds, splitEvent } from "../resolve/resolve-webhooks.js";
import { whyNotFollowed } from "./changes-options.js";
import { mistakesAt, type Mistake, type RuleInput } from "./rule.js";

type Webhook = NonNullable<Config["webhooks"]>[number];

export function webhookOptions({ webhooks = [], entities }: RuleInput): readonly ConfigProblem[] {
  const seen = new Set<string>();
  return webhooks.flatMap((hook, index) =>
    mistakesAt(`webhooks.${index}`, [
      ...checkAddress(hook),
      ...checkEvents(hook, entities),
      ...checkSecretAndName(hook, seen),
    ]),
  );
}

function* checkSecretAndName(
  { url, name = defaultName(url), secret, secrets }: Webhook,
  seen: Set<string>,
): Iterable<Mistake> {
  if ((secret === undefined) === (secrets === undefined))
    yield ["secret", 'a webhook has either "secret" or "secrets".'];
  // A wrong address is reported already.
  if (name === "") return;
  if (!/^[\w.-]{1,64}$/.test(name)) yield ["name", 'the host of "url" cannot be the name: give it one.'];
  if (seen.has(name.toLowerCase()))
    yield ["name", `the name ${quoteName(name)} is used already: give each webhook its own.`];
  seen.add(name.toLowerCase());
}

/** Messages do not show the address: its query may contain a secret. */
function* checkAddress({ url, isPrivateAllowed = false }: Webhook): Iterable<Mistake> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    yield ["url", "must be an address such as https://example.com/changes."];
    return;
  }
  const parsed = new URL(url);
  const address = addressIn(parsed);
  if (parsed.username !== "" || parsed.password !== "")
    yield ["url", "must have no user and password: receivers check the signature instead."];
  if (parsed.protocol === "http:" && !isPrivateAllowed)
    yield [
      "url",
      'must begin with "https:". In a private network, "http:" is possible with "isPrivateAllowed".',
    ];
  else if (parsed.protocol === "http:" && address !== undefined && !isPrivateAddress(address))
    yield ["url", 'must begin with "https:": the address is not private.'];
  else if (!isPrivateAllowed && address !== undefined && !isPublicAddress(address))
    yield [
      "url",
      'the address is not one of the public internet. If it may be used, set "isPrivateAllowed".',
    ];
}

function* checkEvents({ events }: Webhook, entities: RuleInput["entities"]): Iterable<Mistake> {
  const seen = new Set<string>();
  for (const [index, event] of events.entries()) {
    const option = `events.${index}`;
    const { entityName, kind } = splitEvent(event);
    const entity = findNamed(entityName, entities);
    const obstacle = entity && whyNotFollowed(entityName, entity);
    if (kind === "")
      yield [option, `${quoteName(event)} must be an entity and an operation, such as "order.create".`];
    else if (entity === undefined)
      yield [
        option,
        `there is no entity ${quoteName(entityName)}.${suggestion(entityName, Object.keys(entities))}`,
      ];
    else if (!eventKinds.includes(kind))
      yield [
        option,
        `there is no operation ${quoteName(kind)}; allowed: ${eventKinds.join(", ")}.${suggestion(kind, eventKinds)}`,
      ];
    else if (seen.has(event.toLowerCase())) yield [option, `${quoteName(event)} is named twice.`];
    else if (obstacle !== undefined) yield [option, obstacle];
    seen.add(event.toLowerCase());
  }
}
