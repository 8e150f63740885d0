/**
 * The current protocol and the two before it, newest first. These versions have no batches and do not need sessions.
 */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Version of the tools and their output. */
export const serverVersion = '1.0.0';

/** Maximum size of a message, in bytes. */
export const maxMcpBytes = 65_536;

export const mcpPath = '/mcp';
