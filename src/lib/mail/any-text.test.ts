import fc from 'fast-check';
import { anyString } from '#test/any-text.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '#test/stand-ins/smtp.ts';
import { letterSettings } from '#test/stand-ins/letter-settings.ts';
import { runsOf } from '#test/property-runs.ts';
import { useShared } from '#test/use-shared.ts';
import { createOutgoingMail } from './outgoing-mail.ts';
import { createSmtpTransport, type MailTransport } from './transport.ts';

const smtp = useShared(() => startSmtp());
let transport: MailTransport;

beforeAll(() => {
  transport = createSmtpTransport(smtp.url);
});

afterAll(() => {
  transport.close();
});

test('text of any kind in an email adds no header, recipient or part', { timeout: 60_000 }, async () => {
  const pieces = fc.constantFrom(
    '\r\nBcc: x@x.example',
    '\n.\r\n',
    '\r',
    '\0',
    '=?utf-8?q?a?=',
    '--',
    '<script>',
    '\uD800',
    'é',
  );
  const text = fc.array(fc.oneof(pieces, anyString())).map((parts) => `a${parts.join('')}`);
  const sent = async (words: string) => {
    smtp.received.length = 0;
    const facts = [{ label: words, text: words }];
    const link = { label: words, link: 'https://a.example/' };
    const letter = {
      kind: 'notice',
      about: 'R-1',
      subject: words,
      greeting: words,
      paragraphs: [words, { title: words, facts }, link],
      closing: words,
    };
    const mail = createOutgoingMail(letter, { ...letterSettings, siteName: words });
    const to = { name: words, address: 'ines@a.example' };
    await transport.send({
      ...mail,
      to,
      from: 'A <a@a.example>',
      messageId: '<1@a.example>',
      date: new Date(0),
    });
    const [received] = smtp.received;
    return {
      names: received?.headers.map(({ key }) => key).toSorted(),
      recipients: received?.recipients,
      to: received?.to?.map(({ address }) => address),
      cc: received?.cc,
      bcc: received?.bcc,
      attachments: received?.attachments.length,
      tags: received?.html?.match(/<[a-z]+/g),
    };
  };
  const plain = await sent('a');

  await fc.assert(
    fc.asyncProperty(text, async (words) => {
      const { tags, ...received } = await sent(words);
      const { tags: plainTags, ...expected } = plain;

      expect(received).toEqual(expected);
      expect(tags?.filter((tag) => tag !== '<br')).toEqual(plainTags);
    }),
    { numRuns: runsOf(50) },
  );
});
