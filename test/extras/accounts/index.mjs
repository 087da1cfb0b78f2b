export { default as nodemailer } from "nodemailer";
export { Provider } from "oidc-provider";
export * as otpauth from "otpauth";
export { SMTPServer } from "smtp-server";
