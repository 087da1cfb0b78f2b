/** Whether only programs on this machine reach a server that listens on this address (RFC 5735 §3, RFC 4291 §2.5.3). */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[\d.]+|::1|(?:::ffff:)127\.[\d.]+|(?:.*\.)?localhost)$/i.test(host);
}
