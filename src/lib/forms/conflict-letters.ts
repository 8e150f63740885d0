import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { OutgoingMail } from '#lib/store/outbox.ts';
import type { KeptRegistration } from '#lib/store/registration-conflicts.ts';
import type { Catalogue } from './catalogue.ts';
import { letterFacts } from './letter-facts.ts';

/**
 * The letters when the registrar keeps one registration: to each withdrawn one's address that it is withdrawn, and
 * to the kept one's address only if it gained a seat. No letter says that there was another registration.
 */
export function conflictLetters(
  { kept, withdrawn, hasNewSeat, waiting }: KeptRegistration,
  { catalogue, letters }: { catalogue: Catalogue; letters: RegistrationLetters },
): OutgoingMail[] {
  const facts = hasNewSeat && kept.confirmed_at !== null ? letterFacts(kept, catalogue) : undefined;
  return [
    ...withdrawn
      .flatMap((registration) => letterFacts(registration, catalogue) ?? [])
      .map((each) => letters.withdrawnByRegistrar(each)),
    ...(facts ? [letters.placedByRegistrar({ ...facts, waiting })] : []),
  ];
}
