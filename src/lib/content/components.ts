import { processWide } from '#lib/base/process-wide.ts';

/** The types of an attribute's value. `list` is written as `"BOOK201, LAWS210"` or `{['BOOK201', 'LAWS210']}`. */
export const attributeKinds = ['text', 'number', 'list', 'image', 'address', 'language'] as const;

type AttributeKind = (typeof attributeKinds)[number];

/** What a field or an attribute can refer to. */
export const referenceKinds = ['course', 'program', 'person', 'subject', 'level', 'term'] as const;

export type ReferenceKind = (typeof referenceKinds)[number];

export type ComponentAttribute = {
  kind: AttributeKind;
  required?: true;
  /** The allowed values. */
  oneOf?: readonly string[];
  refersTo?: ReferenceKind;
  /** One line for editors. */
  description: string;
};

export type ComponentDescription = {
  name: string;
  /** One line for editors. */
  description: string;
  /** Whether it has content between an opening and a closing tag. */
  hasContent: boolean;
  attributes: Readonly<Record<string, ComponentAttribute>>;
  /** At least one of these attributes is required. */
  needsOneOf?: readonly string[];
  /** MDX to copy. */
  example: string;
};

const parts: ComponentAttribute = {
  kind: 'number',
  description: 'Divides the fee by this number: 2 shows half the fee.',
};

/** The product's components in `src/components/mdx`, as the content check, the gallery and VS Code present them to editors. */
export const components: readonly ComponentDescription[] = [
  {
    name: 'Callout',
    description: 'A short note that stands out from the text.',
    hasContent: true,
    attributes: {
      type: {
        kind: 'text',
        oneOf: ['note', 'tip', 'warning', 'deadline'],
        description: 'The kind of note. If left out: note.',
      },
      title: { kind: 'text', description: 'Its heading.' },
    },
    example: '<Callout type="deadline" title="Apply by Friday">\n\nSend the form before noon.\n\n</Callout>',
  },
  {
    name: 'Steps',
    description: 'A numbered list, shown as steps to follow.',
    hasContent: true,
    attributes: {},
    example: '<Steps>\n\n1. Find your student number.\n2. Fill in the form.\n\n</Steps>',
  },
  {
    name: 'Figure',
    description: 'A picture with a caption.',
    hasContent: false,
    attributes: {
      src: {
        kind: 'image',
        required: true,
        description: 'The picture’s file, as seen from this text: ./workshop.jpg',
      },
      alt: {
        kind: 'text',
        required: true,
        description: 'What the picture shows, for people who cannot see it.',
      },
      caption: { kind: 'text', description: 'A sentence below the picture.' },
    },
    example:
      '<Figure src="./workshop.jpg" alt="Two students at a workbench" caption="The workshop in May." />',
  },
  {
    name: 'Facts',
    description: 'A table of facts or fees with a caption.',
    hasContent: true,
    attributes: { caption: { kind: 'text', description: 'What the table is about.' } },
    example: '<Facts caption="Fees">\n\n| What | Fee |\n| --- | --- |\n| Field trip | £40 |\n\n</Facts>',
  },
  {
    name: 'CourseList',
    description: 'A list of courses from the catalogue.',
    hasContent: false,
    attributes: {
      subject: { kind: 'text', refersTo: 'subject', description: 'Only courses of this subject: business' },
      level: { kind: 'number', refersTo: 'level', description: 'Only courses of this level: 4' },
      codes: { kind: 'list', refersTo: 'course', description: 'Only these courses: BOOK201, LAWS210' },
      program: {
        kind: 'text',
        refersTo: 'program',
        description: 'Only courses of this programme.',
      },
    },
    example: '<CourseList subject="business" />',
  },
  {
    name: 'Faq',
    description: 'Questions with answers that open one by one.',
    hasContent: true,
    attributes: {},
    example:
      '<Faq>\n\n<Question title="Can I change courses?">\n\nYes, in the first two weeks.\n\n</Question>\n\n</Faq>',
  },
  {
    name: 'Question',
    description: 'A question in a Faq, with its answer inside.',
    hasContent: true,
    attributes: { title: { kind: 'text', required: true, description: 'The question.' } },
    example: '<Question title="Can I change courses?">\n\nYes, in the first two weeks.\n\n</Question>',
  },
  {
    name: 'Contact',
    description: 'How to reach a person or a team.',
    hasContent: false,
    attributes: {
      person: { kind: 'text', refersTo: 'person', description: 'A person.' },
      team: { kind: 'text', description: 'The name of a team, in place of a person.' },
      email: { kind: 'text', description: 'The team’s email address.' },
      telephone: { kind: 'text', description: 'The team’s telephone number.' },
    },
    needsOneOf: ['person', 'team'],
    example: '<Contact team="Registry" email="registry@example.org" />',
  },
  {
    name: 'VideoLink',
    description: 'A link to a video, with its length and a transcript.',
    hasContent: false,
    attributes: {
      href: { kind: 'address', required: true, description: 'Address of the video.' },
      title: { kind: 'text', required: true, description: 'Title of the video.' },
      minutes: { kind: 'number', description: 'Length in minutes.' },
      transcript: { kind: 'address', description: 'Address of the transcript.' },
    },
    example: '<VideoLink href="https://video.example/invoice" title="How to read an invoice" minutes={4} />',
  },
  {
    name: 'Lang',
    description: 'Words in another language, so that screen readers pronounce them correctly.',
    hasContent: true,
    attributes: {
      code: {
        kind: 'language',
        required: true,
        description: 'Code of the language: cy for Welsh, de for German, la for Latin.',
      },
    },
    example: '<Lang code="cy">cynefin</Lang>',
  },
  {
    name: 'Term',
    description: 'A date or the title of a term, always up to date.',
    hasContent: false,
    attributes: {
      name: {
        kind: 'text',
        required: true,
        refersTo: 'term',
        description: 'A season, such as spring, for the next one, or the term of one year only.',
      },
      show: {
        kind: 'text',
        oneOf: ['starts', 'ends', 'opens', 'closes', 'title'],
        description: 'First or last day, day when registration opens or closes, or the title.',
      },
    },
    example: '<Term name="spring" show="starts" />',
  },
  {
    name: 'Fee',
    description: 'The fee of a course, taken from its page.',
    hasContent: false,
    attributes: {
      course: { kind: 'text', required: true, refersTo: 'course', description: 'A course code: BOOK201' },
      parts,
    },
    example: '<Fee course="BOOK201" />',
  },
  {
    name: 'ProgramFee',
    description: 'The fee of all courses that students of a programme take.',
    hasContent: false,
    attributes: {
      program: {
        kind: 'text',
        required: true,
        refersTo: 'program',
        description: 'A programme.',
      },
      parts,
    },
    example: '<ProgramFee program="certificate-bookkeeping" />',
  },
  {
    name: 'CreditPrice',
    description: 'The price of a credit at a level, calculated from the fees of its courses.',
    hasContent: false,
    attributes: {
      level: { kind: 'number', required: true, refersTo: 'level', description: 'A level: 4' },
      credits: { kind: 'number', description: 'Shows the price of this number of credits.' },
    },
    example: '<CreditPrice level="4" />',
  },
  {
    name: 'Retention',
    description: 'A table of how long personal data is kept.',
    hasContent: false,
    attributes: {},
    example: '<Retention />',
  },
];

export const componentNames: readonly string[] = components.map(({ name }) => name);

const own = processWide<{ components: readonly ComponentDescription[] }>('own-components', () => ({
  components: [],
}));

/** Sets the components of the institute's own code. They replace the product's components of the same name. */
export function setOwnComponents(descriptions: readonly ComponentDescription[]): void {
  own.components = descriptions;
}

/** The components of the product and of the institute. */
export function listComponents(): readonly ComponentDescription[] {
  const names = new Set(own.components.map(({ name }) => name));
  return [...components.filter(({ name }) => !names.has(name)), ...own.components];
}

export function findComponent(name: string): ComponentDescription | undefined {
  return [...own.components, ...components].find((component) => component.name === name);
}
