import type { Config } from '#app/env.ts';
import type { Desk, DeskNeeds } from './desk-services.ts';

export type { Desk } from './desk-services.ts';

/**
 * The door of the editor's desk: code outside of it imports nothing else. Loads the desk, and opens its services.
 * @returns undefined with DESK=off
 */
export async function createDesk(needs: DeskNeeds): Promise<Desk | undefined> {
  const desk = await loadDesk(needs.config);
  return desk?.openDesk(needs);
}

/** Loads the code of the desk, unless it is switched off. */
export async function loadDesk({ DESK }: Pick<Config, 'DESK'>) {
  return DESK === 'off' ? undefined : import('./desk-services.ts');
}
