import { expect, test } from 'vitest';
import { addSynonyms, readSynonyms } from './synonyms.ts';

test('words after > are synonyms of those before it, but not the other way round', () => {
  const synonyms = readSynonyms(['gis, geographic information system > mapping', 'GIS > maps']);

  expect(synonyms.of('gis')).toEqual(['geographic information system', 'mapping', 'maps']);
  expect(synonyms.of('geographic information system')).toEqual(['gis', 'mapping']);
  expect(synonyms.of('mapping')).toEqual([]);
});

test('the site uses the words after >, or all of a line without it', () => {
  const synonyms = readSynonyms(['job, vacancy > work with us', 'mire, bog']);

  expect(synonyms.ofSite('vacancies')).toEqual(['work with us']);
  expect(synonyms.ofSite('bog')).toEqual(['mire']);
  expect(addSynonyms('Any jobs?', synonyms, 'ofSite')).toBe('Any jobs? work with us');
});

test.each([
  ['What is a gubbins?', 'What is a gubbins? bore hole well'],
  ['The BORE-HOLE', 'The BORE-HOLE gubbins well'],
  ['Two bore holes', 'Two bore holes gubbins well'],
  ['A gubbins or a bore hole?', 'A gubbins or a bore hole? well'],
  ['Is the well deep?', 'Is the well deep?'],
  ['gist', 'gist'],
])('addSynonyms extends the question %j to %j', (question, expected) => {
  const synonyms = readSynonyms(['gubbins, bore hole > well', 'gis > mapping']);

  expect(addSynonyms(question, synonyms)).toBe(expected);
});
