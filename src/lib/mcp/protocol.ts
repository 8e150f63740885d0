/** Versions of the protocol, newest first. None of them needs sessions; 2025-03-26 is served without its batches. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** Version of the tools and their output. */
export const serverVersion = '1.0.0';

/** Maximum size of a message, in bytes. */
export const maxMcpBytes = 65_536;

export const mcpPath = '/mcp';
