import { expect, test } from "vitest";
import { fieldTypeNames } from "../../runtime/model/field-type.js";
import { isSecretName } from "../../generator/import/secret-names.js";

const secret = [
  "password passwords Password userpassword user_password PasswordHash passwordhash password_digest encrypted_password",
  "hashed_password PasswordSalt password2 old_passwords password_hint passwd user_passwd pwd userPwd user_pass smtp_pass",
  "passphrase passcode Kennwort motdepasse contraseña senha_hash secret client_secret clientSecret ClientSECRET",
  "totp_secret two_factor_secret secrets webhook_secret_value token tokens access_token accessToken refreshtoken",
  "reset_password_token remember_token csrf_token token_hash token_value oauth2_token Token1 salt password_salt Salt",
  "ssn SSN employee_ssn social_security_number api_key apikey API_KEY apiKeyHash private_key privateKey secret_key",
  "access_key encryption_keys signing_key auth_key session_key otp otp_code totp mfa mfa_seed recovery_codes",
  "two_factor_recovery_codes backup_codes verification_code security_stamp SecurityStamp security_answer jwt pin",
  "credit_card_number CreditCardNumber creditcard cvv cvv2 cvc connection_string ConnectionString credentials",
].flatMap((line) => line.split(" "));

const plain = [
  "secretary secretary_name secretariat basalt asphalt_type salted tokenizer tokenversion passenger passport pass passage",
  "compass bypass bypass_code key keys public_key foreign_key keyword keyboard access_keyboard hash content_hash etag",
  "password_changed_at password_policy password_algorithm passwordFormat PasswordExpiryDate has_password is_secret",
  "token_type token_name token_count TokenUrl api_key_name apiKeyId secret_id token_id secret_question pincode spin",
  "pinned opinion option adoption session_id user_name author country_code code zip_code assn_name lesson mission",
  "description needs_otp requires_pin pwdless mfa_enabled shopping_cart depot title",
].flatMap((line) => line.split(" "));

const never = ["boolean", "date", "datetime", "time", "duration", "year", "enum"] as const;
const numbers = ["int", "bigint", "float", "decimal"] as const;
const others = fieldTypeNames.filter((type) => ![...never, ...numbers].some((each) => each === type));

/** The types of which a column with this name is a secret. */
const typesOf = (name: string) => fieldTypeNames.filter((type) => isSecretName(name, type)).toSorted();

test.each(secret)(
  "%s is the name of a secret, of every type but numbers, dates, booleans and enums",
  (name) => {
    const found = typesOf(name);
    expect(found.filter((type) => !numbers.some((each) => each === type))).toEqual(others.toSorted());
  },
);

test.each(plain)("%s is not the name of a secret, of any type", (name) => {
  expect(typesOf(name)).toEqual([]);
});

test.each([
  ...[
    "pin",
    "otp",
    "employee_ssn",
    "cvv",
    "cvc",
    "CreditCardNumber",
    "card_number",
    "social_security_number",
  ],
])("%s is the name of a secret also of a number, because people type it", (name) => {
  expect(typesOf(name)).toEqual([...others, ...numbers].toSorted());
});

test.each(["password", "token", "tokens", "secret", "salt", "api_key"])(
  "%s is not the name of a secret of a number",
  (name) => {
    expect(typesOf(name)).toEqual(others.toSorted());
  },
);
