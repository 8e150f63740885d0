import { expect, test } from 'vitest';
import { compareStems } from '#test/pagefind-stems.ts';

/** Words with the endings and exceptions of the algorithm. */
const tricky = `
  abilities absently acquisition additional adding agreed analogous apology archaeology archaeologist arsenal
  bias bled blessing boxes buzzing caresses communicate communism community conditional controlling cries dying
  early eggs emerging employment evening exceedingly excellence excited falling feed feudalism flying formative
  general generate generously goodness hoping hopping hissing hopefulness howe indication innings interesting
  knightly knackeries later luxuriate making national news objection only operational organization outing past
  permission playing policies preferred probably proceed quickly rational relational replacement restoration
  roll sensibility singly skies sky succeeding technologists ties traveling triplicate tying ugly universal university
  using vietnamization was yellow yes youth zones`;

test('stems as the installed Pagefind does', async () => {
  const { stems, wrong } = await compareStems([tricky]);

  expect(stems).toBeGreaterThan(80);
  expect(wrong).toEqual([]);
});
