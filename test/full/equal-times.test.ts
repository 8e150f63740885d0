import { expect, test } from 'vitest';
import { minutes, signupMails, signupNeeds } from '#test/signups.ts';
import { useStores } from '#test/stand-ins/stores.ts';
import { acceptSignup, unsubscribe } from '#lib/forms/signup.ts';
import { normalizeText } from '#lib/http/client-text.ts';

const stores = useStores();

test('a sign-up takes the same time for known, unsubscribed and unknown addresses', async () => {
  const store = await stores.open('sqlite');
  const deps = await signupNeeds(store);
  await acceptSignup({ email: 'known@example.org' }, deps);
  await acceptSignup({ email: 'left@example.org' }, deps);
  await unsubscribe((await signupMails(store))[1]!.unsubscribeToken, deps);
  const time = async (email: string) => {
    const start = performance.now();
    await acceptSignup({ email }, { ...deps, now: minutes(1) });
    return performance.now() - start;
  };
  const times = { known: [] as number[], left: [] as number[], unknown: [] as number[] };

  for (let index = 0; index < 200; index += 1) {
    times.known.push(await time('known@example.org'));
    times.left.push(await time('left@example.org'));
    times.unknown.push(await time(`unknown-${index}@example.org`));
  }

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[100]!;
  for (const each of [times.known, times.left]) {
    const ratio = median(each) / median(times.unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.7);
  }
});

/** Alternates marks of two combining classes: normalisation moves each mark past all marks before it. */
const marks = (count: number) => '\u0301\u0316'.repeat(count / 2);

test('normalising marks takes about as long as normalising letters', () => {
  const cpuOf = (text: string) => {
    const before = process.cpuUsage();
    for (let times = 0; times < 5; times += 1) normalizeText(text, 'NFKC');
    return process.cpuUsage(before).user;
  };
  cpuOf(marks(64_000));

  const marked = Math.min(...[1, 2, 3].map(() => cpuOf(`a${marks(64_000)}`)));
  const plain = Math.min(...[1, 2, 3].map(() => cpuOf('a\u0301'.repeat(32_000))));

  expect(marked).toBeLessThan(10 * plain);
});
