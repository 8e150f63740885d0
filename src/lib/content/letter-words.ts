import { z } from 'zod';
import { field, text } from './fields.ts';
import { linksOf } from './inline-markdown.ts';

const paragraph = (description: string, example: string) =>
  field(text(10, 600).optional(), description, example);

const address = /^(?:\/(?!\/)|#|https:\/\/|mailto:|tel:)\S*$/;

const lead = (form: string, example: string) =>
  field(
    text(10, 600)
      .superRefine((sentence, context) => {
        if (linksOf(sentence).every((href) => address.test(href))) return;
        const params = { fix: 'link to a page, as in [Fees](/fees), or to an address with https://' };
        context.addIssue({ code: 'custom', message: 'is a text with a link that leads nowhere', params });
      })
      .optional(),
    `The text above ${form}, instead of the usual one. It may have links: [Fees](/fees).`,
    example,
  );

/** Words of the institute in letters and above forms: `settings/letters.yaml`. Without them, the usual ones stand alone. */
export const letterWordsSchema = z.strictObject({
  closing: field(
    text(2, 200).optional(),
    'Above the name of the institute, at the end of letters to students, applicants and others outside.',
    'With good wishes',
  ),
  registration: paragraph(
    'In the receipt of a registration.',
    'You pay nothing until your place is confirmed.',
  ),
  place: paragraph(
    'In the letter of the registrar, if it gives a place in a course.',
    'Your invoice comes by email. Bring something to write on the first day.',
  ),
  waiting: paragraph(
    'In the same letter, if it has a place on a waiting list.',
    'Most people who wait hear from us in the first week of term.',
  ),
  refused: paragraph(
    'In the same letter, if it refuses a course.',
    'Ring us if you want to talk about other courses.',
  ),
  application: paragraph(
    'In the receipt of an application.',
    'Come to an open day while you wait: we show you the house.',
  ),
  enquiry: paragraph('In the receipt of a question.', 'In a hurry? Ring us from nine to four.'),
  newsletter: paragraph('In the first email of the newsletter.', 'It comes about once a month.'),
  forms: field(
    z
      .strictObject({
        registration: lead('the form to register', 'For students with a student number.'),
        application: lead('the form to apply', 'For people who are new here. It takes about ten minutes.'),
        enquiry: lead('the form to ask by email', 'A person answers. See our [fees](/fees) first.'),
        newsletter: lead('the form of the newsletter', 'What is new here, about once a month.'),
      })
      .optional(),
    'Texts above the forms.',
    '{ enquiry: A person answers by email. }',
  ),
});

export type LetterWords = z.output<typeof letterWordsSchema>;
