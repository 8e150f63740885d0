import type { RegistrationLetters } from '#lib/mail/registration-letters.ts';
import type { OutgoingMail } from '#lib/store/outbox.ts';
import type { RegistrationDetail } from '#lib/store/registration-list.ts';
import type { Catalogue } from './catalogue.ts';
import { isWithdrawnByStaff, letterFacts } from './letter-facts.ts';
import type { LinkTokens } from './link-tokens.ts';

type Options = { catalogue: Catalogue; tokens: LinkTokens; letters: RegistrationLetters };

/**
 * The letter that a student got, or should have got, about a registration as it now stands, with a link that
 * works. The text of a mail that was sent is not kept. Undefined when its term is in no calendar any more.
 */
export function letterAbout(
  { registration, courses }: RegistrationDetail,
  { catalogue, tokens, letters }: Options,
): OutgoingMail | undefined {
  const facts = letterFacts(registration, catalogue);
  if (!facts) return undefined;
  if (isWithdrawnByStaff(registration)) return letters.withdrawnByRegistrar(facts);
  const { reference, confirmed_at, note, status } = registration;
  const mails =
    status === 'withdrawn'
      ? letters.withdrawn(facts)
      : letters.accepted({
          ...facts,
          note: note ?? undefined,
          waiting: courses.filter(({ waiting }) => waiting).map(({ course }) => course),
          prerequisites: facts.courses
            .filter(({ prerequisites }) => prerequisites.length > 0)
            .map(({ code, prerequisites }) => ({ code, requires: prerequisites })),
          ...(confirmed_at === null && { confirmToken: tokens.sign('confirm-registration', reference) }),
          withdrawToken: tokens.sign('withdraw', reference),
        });
  return mails.find(({ to }) => to.address === registration.email);
}
