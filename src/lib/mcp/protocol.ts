/** The current protocol and the two before it, newest first. They have no batches and need no session. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Version of the tools and their output. */
export const serverVersion = '1.0.0';

/** Maximum size of a message. */
export const maxMcpBytes = 65_536;

/** Path of the endpoint. */
export const mcpPath = '/mcp';
