// Loaded before the command line. Kills its own process before or after the given message to the database, or the
// given statement of SQLite.
import net from "node:net";
import process from "node:process";
import Sqlite from "better-sqlite3";

const { KILL_AT, KILL_AFTER } = process.env;
let left = Number(KILL_AT);

function killed(work) {
  if (left-- !== 0) return work();
  if (KILL_AFTER !== undefined) work();
  process.kill(process.pid, "SIGKILL");
  return undefined;
}

const { write } = net.Socket.prototype;
net.Socket.prototype.write = function (...parts) {
  return this.remotePort === undefined ? write.apply(this, parts) : killed(() => write.apply(this, parts));
};

const { exec, prepare } = Sqlite.prototype;
Sqlite.prototype.exec = function (text) {
  return killed(() => exec.call(this, text));
};
Sqlite.prototype.prepare = function (text) {
  const statement = prepare.call(this, text);
  for (const member of ["run", "all"]) {
    const original = statement[member];
    statement[member] = (...values) => killed(() => original.apply(statement, values));
  }
  return statement;
};
