export const serverOptions = { port: { type: "string" }, host: { type: "string" } } as const;

export const serverHelp = `  SERVER            a file of yours that starts a server, such as server.ts: it runs in place of the configuration
  --port N          the port to listen on (default: 1337; 0 for any free port)
  --host ADDRESS    the address to listen on (default: 127.0.0.1, which only this machine reaches; 0.0.0.0 for all)`;
