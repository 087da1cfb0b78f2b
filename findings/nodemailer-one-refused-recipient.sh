#!/usr/bin/env bash
# nodemailer 10.6.1: `sendMail` to two people of whom the server refuses one is fulfilled, as if both had the mail: the
# refused one is in `rejected` of the result. Only if all are refused is it an error. One would guess that a promise
# that is fulfilled means that the mail was accepted, and that what tries again after an error tries again here.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error nodemailer@10.6.1 smtp-server@3.21.6 >/dev/null
cat >run.mjs <<'JS'
import assert from "node:assert/strict";
import nodemailer from "nodemailer";
import { SMTPServer } from "smtp-server";
const received = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: ({ address }, _session, done) =>
    done(address === "full@example.com" ? Object.assign(new Error("mailbox is full"), { responseCode: 452 }) : undefined),
  onData: (stream, session, done) => {
    stream.resume();
    stream.on("end", () => {
      received.push(session.envelope.rcptTo.map(({ address }) => address));
      done();
    });
  },
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const transport = nodemailer.createTransport({ host: "127.0.0.1", port: server.server.address().port });
const send = (to) => transport.sendMail({ from: "app@example.com", to, subject: "Hello", text: "Hello" });
const both = await send(["anna@example.com", "full@example.com"]);
const alone = await send("full@example.com").catch((error) => error);
server.close();
console.log("two, one refused:", { accepted: both.accepted, rejected: both.rejected, response: both.response });
console.log("one, refused:", alone.code, alone.message);
assert.deepEqual([both.accepted, both.rejected], [["anna@example.com"], ["full@example.com"]]);
assert.equal(alone.code, "EENVELOPE");
assert.deepEqual(received, [["anna@example.com"]]);
JS
node run.mjs
