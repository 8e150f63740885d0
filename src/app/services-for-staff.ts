import type { Services, ServicesForStaff } from './services.ts';

/** Gives a page of staff its services. The type of `locals.services` hides them from all other pages. */
export function servicesForStaff(services: Services): ServicesForStaff {
  return services as ServicesForStaff;
}
