import type { RegistrationLetters } from '../mail/registration-letters.ts';
import type { OutgoingMail } from '../store/outbox.ts';
import type { RegistrationDetail } from '../store/registration-list.ts';
import type { Catalogue } from './catalogue.ts';
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
  const term = catalogue.term(registration.term);
  if (!term) return undefined;
  const known = courses.map(({ course }) => catalogue.course(course) ?? { code: course, title: '' });
  const facts = {
    reference: registration.reference,
    studentNumber: registration.student_number,
    givenName: registration.given_name,
    familyName: registration.family_name,
    email: registration.email,
    term,
    courses: known,
  };
  const mails =
    registration.status === 'withdrawn'
      ? letters.withdrawn(facts)
      : letters.accepted({
          ...facts,
          note: registration.note ?? undefined,
          waiting: courses.filter(({ waiting }) => waiting).map(({ course }) => course),
          prerequisites: known.flatMap((course) =>
            'prerequisites' in course && course.prerequisites.length > 0
              ? [{ code: course.code, requires: course.prerequisites }]
              : [],
          ),
          withdrawToken: tokens.sign('withdraw', registration.reference),
        });
  return mails.find(({ to }) => to.address === registration.email);
}
