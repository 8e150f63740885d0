import type { Services, ServicesForStaff } from '#app/services.ts';
import { servicesForStaff } from '#app/staff-page.ts';
import type { Desk } from './desk-services.ts';

/** What the pages of the desk use. */
export type DeskServices = ServicesForStaff & { readonly desk: Desk };

/** Returns the services of a page of the desk, which no request reaches without the desk. */
export function requireDesk(services: Services): DeskServices {
  const found = servicesForStaff(services);
  if (found.desk === undefined) throw new Error('this site has no desk');
  return found as DeskServices;
}
