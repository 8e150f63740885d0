/** The current protocol and the two before it, newest first. None of them has batches or needs a session. */
export const protocolVersions = ['2026-07-28', '2025-11-25', '2025-06-18'] as const;

/** Version of what this server offers: its tools and what they answer. */
export const serverVersion = '1.0.0';

/** Paths of the endpoint and of the card that describes it. */
export const mcpPath = '/mcp';
