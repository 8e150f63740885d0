export async function measurePeers(_root: string, _sizes: readonly number[]): Promise<void> {}
