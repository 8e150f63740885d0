import type { Services } from '#app/services.ts';
import type { Desk } from './desk-services.ts';

/** What the pages of the desk use. */
export type DeskServices = Services & { readonly desk: Desk };

/** Returns the services of a page of the desk, which no request reaches without the desk. */
export function requireDesk(services: Services): DeskServices {
  if (services.desk === undefined) throw new Error('this site has no desk');
  return services as DeskServices;
}
