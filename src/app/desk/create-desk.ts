import type { Desk, DeskNeeds } from './desk-services.ts';

export type { Desk } from './desk-services.ts';

/** The door of the editor's desk: code outside of it imports nothing else. Loads the desk, and opens its services. */
export async function createDesk(needs: DeskNeeds): Promise<Desk> {
  const { openDesk } = await import('./desk-services.ts');
  return openDesk(needs);
}
