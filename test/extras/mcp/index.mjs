export { createMCPClient } from "@ai-sdk/mcp";
