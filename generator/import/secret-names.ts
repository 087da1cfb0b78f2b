import type { FieldTypeName } from "../../runtime/model/field-type.js";

/** Passwords and keys, which also begin or end longer words: `userpassword`, `apikeyhash`. */
const ANYWHERE =
  /pass_?word|passwd|pass_?phrase|passwort|kennwort|contrase[nñ]a|wachtwoord|mot_?de_?passe|(?:api|private|secret|access|encryption|signing)_?keys?(?!b)/gu;

/** The ends of words: `accesstoken`. */
const ENDS = /(?:secrets?|tokens?|pwd|passcodes?|credentials?)(?=_|$)/gu;

/** Whole words. */
const WORDS =
  /(?<=^|_)(?:salt|t?otp|mfa|jwt|senha|(?:auth|session)_?key|(?:recovery|backup|verification)_?codes?|security_?(?:stamp|answer)|secret_?answer|connection_?string|(?:user|login|db|database|smtp|imap|ftp|ldap|mail)_?pass|(?:social_?security|credit_?card)(?:_?(?:number|no|nr))?|card_?number|ssn|pin|cvv|cvc|security_?code)(?=_|$)/gu;

/** The whole words that numbers can be, too. */
const NUMBERS = /(?<=^|_)(?:social_?security|credit_?card|card_?number|ssn|pin|cvv|cvc|otp)(?=_|$)/gu;

/** Words after a secret's that make it something else: `token_type`, `password_changed_by`. */
const ABOUT = new Set(
  "address algo algorithm at attempts by changed count created date description enabled expiration expired expires expiry format id ids issuer label last length level limit link method name names on policy prefix provider question questions ref reference required rule rules scope scopes state status strength symbol time title type types updated uri url version".split(
    " ",
  ),
);

/** The first words of a question: `has_password`. */
const QUESTION = /^(?:is|has|was|needs|requires?|uses?|allows?|can|show)_/u;

const numbers: readonly FieldTypeName[] = ["int", "bigint", "decimal", "float"];
const neverSecret: readonly FieldTypeName[] = [
  "boolean",
  "date",
  "datetime",
  "time",
  "year",
  "duration",
  "enum",
];

/** Whether a column may hold a secret, such as a password, by its name and type. */
export function isSecretName(name: string, type: FieldTypeName): boolean {
  if (neverSecret.includes(type)) return false;
  const words = inWords(name);
  if (QUESTION.test(words)) return false;
  const terms = numbers.includes(type) ? [NUMBERS] : [ANYWHERE, ENDS, WORDS];
  return terms
    .flatMap((term) => Array.from(words.matchAll(term), (match) => match.index + match[0].length))
    .some(
      (end) =>
        !words
          .slice(end)
          .split("_")
          .some((word) => ABOUT.has(word)),
    );
}

/** `UserAPIKey2` → `user_api_key` */
function inWords(name: string): string {
  return name
    .normalize("NFC")
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/\p{N}+(?=_|$)/gu, "");
}
