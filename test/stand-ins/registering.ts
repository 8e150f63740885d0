import { createCatalogue } from '#lib/forms/catalogue.ts';
import { createLinkTokens } from '#lib/forms/link-tokens.ts';
import { createSealer } from '#lib/forms/sealer.ts';
import { createRegistrationLetters } from '#lib/mail/registration-letters.ts';
import { createRegistrations } from '#lib/store/forms/registrations.ts';
import type { Store } from '#lib/store/open.ts';
import { catalogueData, openDay } from './catalogue.ts';
import { letterSettings } from './letter-settings.ts';

const secrets = ['a secret for tests'];
export const tokens = createLinkTokens(secrets);
export const sealer = createSealer(secrets);
export const letters = createRegistrationLetters({
  ...letterSettings,
  registrarEmail: 'registrar@larkmoor.example',
});
export const catalogue = createCatalogue(catalogueData, openDay);

export const validRegistration = {
  studentNumber: 'LK-204816',
  givenName: 'Ines',
  familyName: 'Calder',
  email: 'ines@example.org',
  term: '2027-spring',
  courses: ['SOIL201'],
};

/** What the forms about registrations need, with mail. */
export function registeringAt(now: Date, store: Store) {
  return { catalogue, submissions: createRegistrations(store), tokens, sealer, letters, now };
}
