import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Wording that readers have to puzzle over, and what to write instead. */
const words = new Map([
  [/\bwho(?:m|so)?ever\b/i, "the caller, the client, any user"],
  // Not as the name of an author in test data.
  [/\bsomebody\b(?!"|@)/i, "another user, another session, an attacker"],
  [/\b(?:is|are) told\b/i, "gets, is reported, learns"],
  [/\bwhat of\b/i, "the part of … that"],
  [/\bin vain\b/i, "without effect, or what fails"],
  [/\b(?:is|are) only read\b/i, "is read-only"],
]);

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.hbs", "*.md", "*.vue"], {
  encoding: "utf8",
})
  .split("\n")
  // A history, generated code with the words of users, and this list.
  .filter(
    (file) => existsSync(file) && !/^CHANGELOG\.md$|^test\/golden\/.*\/|^tools\/check-words\.ts$/.test(file),
  );

for (const file of files)
  for (const [index, line] of readFileSync(file, "utf8").split("\n").entries())
    for (const [word, better] of words) {
      const found = word.exec(line)?.[0];
      if (found === undefined) continue;
      console.error(`${file}:${index + 1}: "${found}" is hard to read. Write: ${better}.`);
      process.exitCode = 1;
    }
