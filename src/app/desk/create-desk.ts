import type { Desk, DeskNeeds } from './desk-services.ts';

export type { Desk } from './desk-services.ts';

/**
 * The door of the editor's desk: code outside of it imports nothing else. Loads the desk, and opens its services.
 * @returns undefined with DESK=off
 */
export async function createDesk(needs: DeskNeeds): Promise<Desk | undefined> {
  if (needs.config.DESK === 'off') return undefined;
  const { openDesk } = await import('./desk-services.ts');
  return openDesk(needs);
}
