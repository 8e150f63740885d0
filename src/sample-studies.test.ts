import { expect, test } from 'vitest';
import { creditPrice, programFee, sumOfStages } from '#lib/content/program-fee.ts';
import { entries, courses, programs, course, textOf, found, sectionOf, sum } from '#test/sample-content.ts';

// Compares facts about courses, programs and fees. Delete it in a fork with its own content.

test('a credit has one price at levels 4 to 6 and one at level 7, as the fees page and the handbook state', () => {
  const price = (...levels: number[]) => creditPrice(courses.filter(({ level }) => levels.includes(level)));

  for (const { least, most } of [price(4, 5, 6)!, price(7)!]) expect(least).toBe(most);
  for (const { code, offerings } of courses) {
    expect([code, offerings.filter((offering) => offering.fee !== undefined)]).toEqual([code, []]);
  }
  const low = '<CreditPrice level="4" />';
  const high = '<CreditPrice level="7" />';
  expect(textOf('/fees')).toContain(`${low} at levels 4 to 6, ${high} at level 7`);
  expect(textOf('/handbook/money')).toContain(`cost ${low} a credit, at level 7 ${high}`);
});

test('each choice of courses adds up to the credits and the fee of the program, which its page and the fees page show', () => {
  for (const { id, title, address, text, credits, stages } of programs) {
    const read = stages.map(({ courses: codes, choose }) => ({ courses: codes.map(course), choose }));
    const fee = programFee(read);
    const shown = `<ProgramFee program="${id}" />`;

    expect([id, sumOfStages(read, (each) => each.credits)]).toEqual([id, { least: credits, most: credits }]);
    expect([id, fee.most]).toEqual([id, fee.least]);
    expect([id, text.includes(shown)]).toEqual([id, true]);
    expect(textOf('/fees')).toContain(`| [${title}](${address}) | ${credits} | ${shown} |`);
  }
});

test('each course of a program is offered in a season of its stage', () => {
  for (const program of programs)
    for (const { title, courses: codes, terms = [] } of program.stages)
      for (const code of codes) {
        const seasons = course(code).offerings.map(({ term }) => term);
        expect([
          program.id,
          title,
          code,
          terms.length > 0 && seasons.some((each) => terms.includes(each)),
        ]).toEqual([...[program.id, title, code], true]);
      }
});

test('the text of a program links to each of its courses', () => {
  for (const { id, text, stages } of programs) {
    const codes = stages.flatMap((stage) => stage.courses);
    expect([id, codes.filter((code) => !text.includes(`](${course(code).address})`))]).toEqual([id, []]);
  }
});

test('the fees page has a row for each course', () => {
  const lines = courses.map(
    ({ title, address, code }) => `| [${title}](${address}) | ${code} | <Fee course="${code}" /> |`,
  );

  expect(found(textOf('/fees'), /^\| \[[^\]]+\]\(\/courses\/.*$/gm).toSorted()).toEqual(lines.toSorted());
});

test('texts contain no amount of £100 or more except known limits, because components calculate fees', () => {
  const incomeForBursary = 25_000;
  const mostForDamage = 100;

  for (const { file, text } of entries) {
    const amounts = found(text, /£([\d,]*\d)/g).map(amountOf);
    const others = amounts.filter((amount) => ![incomeForBursary, mostForDamage].includes(amount));
    expect([file, others.filter((amount) => amount >= 100)]).toEqual([file, []]);
  }
});

function amountOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}

test('the digits of a course code match its level, and its letters its subject', () => {
  const levels: Readonly<Record<string, number>> = { 1: 4, 2: 5, 3: 6, 7: 7 };
  const letters = Map.groupBy(courses, ({ code }) => code.replace(/\d+$/, ''));

  for (const { code, level } of courses) expect([code, levels[code.at(-3) ?? '']]).toEqual([code, level]);
  for (const group of letters.values()) expect(new Set(group.map(({ subject }) => subject)).size).toBe(1);
});

test('the assessment weights of a course add up to 100 %', () => {
  for (const { code, text } of courses) {
    expect([code, sum(found(sectionOf(text, 'Assessment'), /\| (\d+) % \|$/gm).map(Number))]).toEqual([
      code,
      100,
    ]);
  }
});

test('each program has a course that can’t be taken online, as the page for people abroad states', () => {
  const isOnline = (code: string) => course(code).offerings.some(({ mode }) => mode === 'online');

  expect(textOf('/from-abroad')).toContain('has courses that meet at Weir House');
  for (const { id, stages } of programs) {
    const onSite = stages.filter(
      ({ courses: codes, choose = codes.length }) => codes.filter(isOnline).length < choose,
    );
    expect([id, onSite.length > 0]).toEqual([id, true]);
  }
});

test('the table of fees by size has each size of a course, at the levels that have it', () => {
  const rows = [
    ...textOf('/fees').matchAll(
      /^\| (\d+) \| (\d+) \| ([\d and]+) \| <CreditPrice level="(\d)" credits="(\d+)" \/> \|$/gm,
    ),
  ];
  const table = rows.map(([, credits, hours, levels = '', level, priced]) => ({
    credits: Number(credits),
    hours: Number(hours),
    levels: levels.split(' and ').map(Number),
    priced: [Number(level), Number(priced)],
  }));
  const sizes = [...Map.groupBy(courses, ({ credits }) => credits)].sort(([a], [b]) => a - b);

  expect(table).toEqual(
    sizes.map(([credits, ofSize]) => {
      const levels = [...new Set(ofSize.map(({ level }) => level))].sort();
      return { credits, hours: 10 * credits, levels, priced: [levels[0], credits] };
    }),
  );
});
