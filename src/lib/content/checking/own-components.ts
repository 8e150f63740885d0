import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { z } from 'zod';
import {
  attributeKinds,
  componentNames,
  referenceKinds,
  type ComponentDescription,
} from '#lib/content/components.ts';
import { field, text } from '#lib/content/fields.ts';
import { readYamlFile } from './check-front-matter.ts';
import type { ContentProblem, Finding } from './problem.ts';
import { findFieldProblems } from './schema-problems.ts';

const attributeSchema = z.strictObject({
  kind: z.enum(attributeKinds),
  required: z.literal(true).exactOptional(),
  oneOf: z.array(z.string()).exactOptional(),
  refersTo: z.enum(referenceKinds).exactOptional(),
  description: text(1, 200),
});

/** The file that describes a component of an institute's own, such as `OpeningHours.yaml`. */
const descriptionSchema = z.strictObject({
  description: field(text(1, 200), 'One line for editors', 'The opening hours of a room.'),
  hasContent: z.boolean().default(false),
  attributes: z.record(z.string().regex(/^[a-z][A-Za-z0-9]*$/), attributeSchema).default({}),
  needsOneOf: z.array(z.string()).exactOptional(),
  example: field(text(1, 1000), 'MDX to copy', '<OpeningHours room="Library" />'),
});

type OwnComponents = { components: ComponentDescription[]; problems: ContentProblem[] };

/**
 * Reads the descriptions of an institute's own components, without running their code. A component that replaces one of
 * the product does not need a description.
 * @param folder has `Name.astro` and `Name.yaml`; it may be missing
 */
export function readOwnComponents(folder: string): OwnComponents {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const read = namesOf(names).map((name) => {
    const path = join(folder, `${name}.yaml`);
    const { component, findings } = names.includes(`${name}.yaml`)
      ? parseDescription(name, readFileSync(path, 'utf8'))
      : { component: undefined, findings: componentNames.includes(name) ? [] : [noDescription(name)] };
    const lost = names.includes(`${name}.astro`) ? [] : [noCode(name)];
    const file = relative(process.cwd(), path).split(sep).join('/');
    return { component, problems: [...lost, ...findings].map((finding) => ({ file, ...finding })) };
  });
  return {
    components: read.flatMap(({ component }) => component ?? []),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** Components start with a capital letter. Other files are for their use. */
function namesOf(files: readonly string[]): string[] {
  const names = files.flatMap((file) => /^([A-Z][A-Za-z0-9]*)\.(?:astro|yaml)$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

function parseDescription(name: string, source: string) {
  const { frontMatter: fields, findings } = readYamlFile(source);
  if (!fields) return { component: undefined, findings };
  const problems = findFieldProblems({ schema: descriptionSchema, name: `${name}.yaml` }, fields);
  const { data } = descriptionSchema.safeParse(fields.data);
  return { component: data && { name, ...data }, findings: [...findings, ...problems] };
}

function noDescription(name: string): Finding {
  return {
    line: 1,
    severity: 'fatal',
    message: `<${name}> has no description`,
    fix: `write it into this file: description, attributes and example`,
  };
}

function noCode(name: string): Finding {
  return {
    line: 1,
    severity: 'fatal',
    message: `there is no ${name}.astro beside this file`,
    fix: 'add the component, or delete this description',
  };
}
