import fs from "node:fs";
import type { AddressInfo, Server } from "node:net";
import path from "node:path";
import type { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { SendMessage } from "data-api";
import { ownUsers, PASSWORD } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { startServer } from "../conformance/start-server.js";
import { dialects } from "../conformance/targets.js";
import { extraFolder, lacksExtra, loadExtra } from "../extras/extras.js";
import { readPage } from "./markdown.js";

// The function on the page sends mail to a server of SMTP with code that is not ours.

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

interface SmtpExtra {
  readonly SMTPServer: new (options: object) => {
    listen: (port: number, host: string, done: () => void) => void;
    close: (done: () => void) => void;
    readonly server: Server;
  };
}

interface SmtpSession {
  readonly envelope: {
    readonly mailFrom: { readonly address: string };
    readonly rcptTo: readonly { readonly address: string }[];
  };
}

useCheapHashes();

async function readMail(stream: Readable, { envelope }: SmtpSession): Promise<Mail> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks)
    .toString("utf8")
    .replace(/=\r?\n/g, "")
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return { from: envelope.mailFrom.address, to: envelope.rcptTo.map(({ address }) => address), text };
}

/** A server that keeps its mail, and stops with the test. */
async function startSmtp(mails: Mail[]) {
  const { SMTPServer } = await loadExtra<SmtpExtra>("accounts");
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream: Readable, session: SmtpSession, done: (error?: unknown) => void) => {
      readMail(stream, session).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => {
    smtp.listen(0, "127.0.0.1", resolve);
  });
  const { port } = smtp.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        smtp.close(resolve);
      }),
  };
}

/** The function of the page, loaded where its package is installed. */
async function hookOfPage(smtpUrl: string): Promise<SendMessage> {
  const { fences } = readPage("docs/forgotten-passwords.md");
  const block = fences.find(({ text }) => text.includes("nodemailer.createTransport"));
  const file = path.join(extraFolder("accounts"), `send-message-${process.pid}.mjs`);
  fs.writeFileSync(file, block?.text ?? "");
  vi.stubEnv("SMTP_URL", smtpUrl);
  try {
    return ((await import(/* @vite-ignore */ file)) as { readonly sendMessage: SendMessage }).sendMessage;
  } finally {
    vi.unstubAllEnvs();
    fs.rmSync(file);
  }
}

test.skipIf(lacksExtra("accounts"))(
  "the function for mail in the documentation sends a link by SMTP, with which a user sets a password and logs in",
  async () => {
    const [sqlite] = dialects;
    if (sqlite === undefined) throw new Error("SQLite is the first of the databases.");
    const mails: Mail[] = [];
    const smtp = await startSmtp(mails);
    const pagesUrl = "https://app.example.com/account";
    const server = await startServer("dynamic", sqlite, {
      auth: { ...ownUsers, pagesUrl, messages: { sendMessage: await hookOfPage(smtp.url) } },
      entities: {},
    });
    const post = (at: string, body: object) => server.request("POST", at, { body });
    /** The mail with this subject, and the token of its link. */
    const mailOf = (subject: string) =>
      vi.waitFor(
        () => {
          const mail = mails.find(({ text }) => text.includes(`Subject: ${subject}`));
          expect(mail, JSON.stringify(mails)).toBeDefined();
          const [, page, token = ""] =
            /https:\/\/app\.example\.com\/account\/([\w-]+)#token=([\w.-]+)/.exec(mail?.text ?? "") ?? [];
          return { mail, page, token };
        },
        { timeout: 30_000 },
      );
    const email = "anna@example.com";
    await post("/api/data/user", { username: "anna", password: PASSWORD, confirmPassword: PASSWORD, email });
    const verification = await mailOf("Confirm your address");
    expect(verification).toMatchObject({
      mail: { from: "accounts@example.com", to: [email] },
      page: "verify-email",
    });
    expect((await post("/api/auth/email/verify", { token: verification.token })).status).toBe(204);
    expect((await post("/api/auth/password/forgot", { email })).status).toBe(202);
    const { mail, page, token } = await mailOf("Choose a new password");
    expect(mail?.to).toEqual([email]);
    expect(page).toBe("reset-password");
    const newPassword = "another horse battery";
    const reset = await post("/api/auth/password/reset", {
      token,
      newPassword,
      confirmPassword: newPassword,
    });
    expect(reset.status).toBe(204);
    expect((await post("/api/auth/token", { username: "anna", password: newPassword })).status).toBe(200);
    const { mail: notice, page: none } = await mailOf("Your password was changed");
    expect(notice?.to).toEqual([email]);
    expect(none).toBeUndefined();
    await smtp.close();
  },
);
