import { entryAddress } from '#lib/content/addresses.ts';
import { definitionOf, type CollectionName } from '#lib/content/collections.ts';
import { findComponent, type ReferenceKind } from '#lib/content/components.ts';
import type { Day } from '#lib/content/terms.ts';
import type { ContentIndex, InstituteFacts } from './content-index.ts';
import type { Entry } from './entry.ts';
import { placeOf, type CourseFinding, type Finding } from './problem.ts';
import { explainHidden } from './schedule-problems.ts';
import { suggestFix } from './closest-match.ts';
import { plainText, type AttributeValue } from './tags.ts';
import { checkTermName } from './term-problems.ts';
import { valuesAt } from './values-at.ts';

type Checks = { index: ContentIndex; institute: InstituteFacts; today: Day };

type Reference = Pick<Finding, 'line' | 'field'> & { kind: ReferenceKind; value: string };

/** Reports references to courses, people, programs, subjects, levels and terms that do not exist. */
export function findReferenceProblems(entry: Entry, checks: Checks): CourseFinding[] {
  return [...referencesInFields(entry), ...referencesInText(entry)].flatMap((reference) =>
    checkReference(entry, reference, checks),
  );
}

function referencesInFields({ collection, frontMatter }: Entry): Reference[] {
  if (!frontMatter) return [];
  const owner: unknown = frontMatter.data['owner'];
  const isPerson = typeof owner === 'string' && /^[a-z0-9-]+$/.test(owner);
  const fields = { ...definitionOf(collection).references, ...(isPerson && { owner: 'person' as const }) };
  return Object.entries(fields).flatMap(([pattern, kind]) =>
    valuesAt(frontMatter.data, pattern.split('.')).flatMap(({ value, path }) =>
      typeof value === 'string' || typeof value === 'number'
        ? [{ kind, value: String(value), ...placeOf(frontMatter, path) }]
        : [],
    ),
  );
}

function referencesInText({ outline }: Entry): Reference[] {
  return outline.components.flatMap(({ name, attributes }) =>
    [...attributes].flatMap(([attribute, { value, line }]) => {
      const { refersTo, kind } = findComponent(name)?.attributes[attribute] ?? {};
      if (!refersTo) return [];
      return namesIn(value, kind === 'list').map((each) => ({ kind: refersTo, value: each, line }));
    }),
  );
}

function namesIn(value: AttributeValue, isList: boolean): readonly string[] {
  if (value !== true && 'list' in value) return value.list;
  const text = plainText(value);
  if (text === undefined) return [];
  return isList ? text.split(/[\s,]+/).filter((each) => each !== '') : [text];
}

function checkReference(entry: Entry, { kind, value, ...place }: Reference, checks: Checks): CourseFinding[] {
  if (kind === 'term') {
    const problem = checkTermName(value, checks);
    return problem ? [{ ...place, ...problem }] : [];
  }
  const target = targetOf(kind, value, checks.index);
  if (target?.hidden && !entry.hidden) {
    const { state, fix, severity } = explainHidden(target.hidden, target.file);
    return [{ ...place, message: `the ${kind} ${value} ${state}`, fix: `${fix}, or name another`, severity }];
  }
  const names = namesOf(kind, checks);
  if (names.includes(value)) return [];
  const fix = suggestFix(value, names, fallbackFixes[kind]);
  const message = `there is no ${kind} "${value}"`;
  const collection = collectionsOfNames[kind];
  return [
    {
      ...place,
      message,
      fix,
      severity: 'error',
      ...(kind === 'course' && { codes: [value] }),
      ...(collection && { missing: entryAddress(collection, value) }),
    },
  ];
}

function targetOf(kind: ReferenceKind, value: string, index: ContentIndex): Entry | undefined {
  if (kind === 'course') return index.courses.get(value);
  if (kind === 'person') return index.people.get(value);
  return kind === 'program' ? index.programs.get(value) : undefined;
}

function namesOf(kind: ReferenceKind, { index, institute }: Checks): string[] {
  if (kind === 'course') return [...index.courses.keys()];
  if (kind === 'person') return [...index.people.keys()];
  if (kind === 'program') return [...index.programs.keys()];
  return Object.keys(kind === 'subject' ? institute.subjects : institute.levels);
}

/** The collections of entries that are named by their file. */
const collectionsOfNames: Readonly<Partial<Record<ReferenceKind, CollectionName>>> = {
  person: 'people',
  program: 'programs',
};

const fallbackFixes: Readonly<Record<Exclude<ReferenceKind, 'term'>, string>> = {
  course: 'use the code of a file in courses/, such as BOOK201',
  person: 'use the name of a file in people/, without .mdx',
  program: 'use the name of a file in programs/, without .mdx',
  subject: 'use a subject of institute.yaml',
  level: 'use a level of institute.yaml',
};
