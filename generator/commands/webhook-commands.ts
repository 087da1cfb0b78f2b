import { randomUUID } from "node:crypto";
import { suggestion } from "../../runtime/errors/nearest.js";
import type { Model, Webhook, WebhooksModel } from "../../runtime/model/model.js";
import { Deliveries, type DeadDelivery } from "../../runtime/webhooks/deliveries.js";
import { isSuccess, sendSigned } from "../../runtime/webhooks/webhook-sender.js";
import { WebhookStates } from "../../runtime/webhooks/webhook-states.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { exitCodes } from "../exit-codes.js";
import { oneLine } from "../one-line.js";
import { command, configHelp, configOption, print } from "./command.js";
import { commandsOn, jsonHelp, jsonOption, printFound } from "./commands-on.js";
import { withOwnTables } from "./with-own-tables.js";

/** The maximum number of deliveries that a command shows or sends again. */
const MAX_SHOWN = 1_000;

interface OpenWebhooks {
  readonly hooks: readonly Webhook[];
  readonly model: WebhooksModel;
  readonly states: WebhookStates;
  readonly deliveries: Deliveries;
}

const webhookCommand = commandsOn(withWebhooks);

export const webhooksList = webhookCommand({
  usage: "webhooks list [--config FILE] [--json]",
  does: `Lists the webhooks of the configuration: whether each is on, how many of its deliveries are pending or dead, and why the one
that is tried next has failed.`,
  options: jsonOption,
  lines: [jsonHelp],
  run: async ({ hooks, states, deliveries }, options) => {
    const known = await states.read(hooks.map(({ name }) => name));
    const lines = await Promise.all(
      hooks.map(async ({ name, url }) => ({
        name,
        url: withoutQuery(url),
        off: known.get(name)?.offReason,
        ...(await deliveries.count(name)),
        failing: await deliveries.failing(name),
      })),
    );
    const shown = lines.flatMap(({ name, url, off, pending, dead, failing }) => {
      const state = off === undefined ? "on" : `off (${off})`;
      return [
        `${name}  ${url}  ${state}  ${pending} pending  ${dead} dead`,
        ...(failing === undefined
          ? []
          : [`  try ${failing.tries}: ${failing.answer}. The next one is at ${failing.nextAt}.`]),
      ];
    });
    printFound(lines, options, shown);
  },
});

export const webhooksTest = command({
  help: `Usage: data-api webhooks test NAME [--config FILE]

Sends a signed call of the type "test" to a webhook and shows the answer. It is not repeated, and no delivery is stored.

${configHelp}

Exit codes: 0 the receiver accepted it, 1 a mistake, or the receiver did not`,
  options: configOption,
  takesPaths: true,
  run: async (options, [name]) => {
    const hook = hookNamed(name, hooksOf(await loadModel(options.config)));
    const body = JSON.stringify({ type: "test", timestamp: new Date().toISOString(), data: {} });
    const answer = await sendSigned(hook, { id: randomUUID(), body });
    print(oneLine(`${withoutQuery(hook.url)}: ${answer.summary}`));
    if (answer.text !== "") print(oneLine(answer.text));
    return isSuccess(answer) ? exitCodes.done : exitCodes.failed;
  },
});

export const webhooksDead = webhookCommand({
  usage: "webhooks dead [NAME] [--config FILE] [--json]",
  does: `Lists the deliveries that were given up, the oldest first, at most ${MAX_SHOWN}: the webhook, the event, the key of the record,
when it was given up, and the last answer.`,
  options: jsonOption,
  lines: [jsonHelp],
  takesPaths: true,
  run: async ({ hooks, deliveries }, options, [name]) => {
    const asked = name === undefined ? hooks : [hookNamed(name, hooks)];
    const dead = await deliveries.dead(
      asked.map((hook) => hook.name),
      MAX_SHOWN,
    );
    printFound(dead, options, dead.length === 0 ? ["No delivery was given up."] : dead.map(lineOf));
  },
});

export const webhooksResend = webhookCommand({
  usage: "webhooks resend NAME [ID…] [--config FILE]",
  does: `Lets the servers send deliveries again that were given up: those with these ids, or all of the webhook. They have the same id
and body as before, and as many tries as a new one.`,
  takesPaths: true,
  run: async ({ hooks, deliveries, states, model }, _, [name, ...ids]) => {
    const hook = hookNamed(name, hooks);
    const wanted = ids.length > 0 ? ids : (await deliveries.dead([hook.name], MAX_SHOWN)).map(({ id }) => id);
    let count = 0;
    for (const id of wanted) {
      const isResent = await states.locked(hook.name, (transaction) =>
        new Deliveries(transaction, model.deliveries).resend(hook.name, id),
      );
      if (isResent === true) count++;
      else if (ids.length > 0)
        throw new CommandError(
          `${oneLine(`"${id}"`)} is no delivery of "${hook.name}" that was given up. "data-api webhooks dead" lists them.`,
        );
    }
    print(`${count} ${count === 1 ? "delivery" : "deliveries"} will be sent again.`);
  },
});

export const webhooksOn = switchCommand(
  "on",
  "Switches a webhook on. Deliveries that waited are sent. Changes while it was off were not kept for it.",
);
export const webhooksOff = switchCommand(
  "off",
  "Switches a webhook off, on all servers. Changes are not kept for it while it is off.",
);

function switchCommand(to: "on" | "off", does: string) {
  return webhookCommand({
    usage: `webhooks ${to} NAME [--config FILE]`,
    does,
    takesPaths: true,
    run: async ({ hooks, states }, _, [name]) => {
      const hook = hookNamed(name, hooks);
      if (!(await states.read([hook.name])).has(hook.name))
        throw new CommandError(`The webhook "${hook.name}" is new: no server has started with it yet.`);
      const isChanged =
        to === "on" ? await states.switchOn(hook.name) : await states.switchOff(hook.name, "by command");
      print(`The webhook "${hook.name}" ${isChanged ? "is now" : "was already"} ${to}.`);
    },
  });
}

async function withWebhooks(
  file: string | undefined,
  work: (opened: OpenWebhooks) => Promise<unknown>,
): Promise<void> {
  const model = await loadModel(file);
  const hooks = hooksOf(model);
  const { webhooks } = model;
  if (webhooks === undefined) throw noWebhooks();
  await withOwnTables(model, "tables of webhooks", (database) =>
    work({
      hooks,
      model: webhooks,
      states: new WebhookStates(database, webhooks.table),
      deliveries: new Deliveries(database, webhooks.deliveries),
    }),
  );
}

/** @throws {CommandError} if there are none. */
function hooksOf({ webhooks }: Model): readonly Webhook[] {
  if (webhooks === undefined) throw noWebhooks();
  return webhooks.hooks;
}

function noWebhooks(): CommandError {
  return new CommandError('The configuration has no "webhooks".');
}

/** @throws {CommandError} for an unknown name. */
function hookNamed(name: string | undefined, hooks: readonly Webhook[]): Webhook {
  const names = hooks.map((hook) => hook.name);
  if (name === undefined) throw new CommandError(`Name the webhook. There are: ${names.join(", ")}.`);
  const found = hooks.find((hook) => hook.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new CommandError(
    `There is no webhook ${oneLine(`"${name}"`)}.${suggestion(name, names)} There are: ${names.join(", ")}.`,
  );
}

/** The query of an address may contain a secret. */
function withoutQuery(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function lineOf({ id, webhook, event, recordId, deadAt, tries, answer }: DeadDelivery): string {
  const said = answer ?? "no answer";
  return `${id}  ${webhook}  ${event}  ${recordId}  ${deadAt}  after ${tries} tries: ${said}`;
}
