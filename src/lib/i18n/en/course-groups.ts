/** Keywords that every course would match. */
export const courseWords: ReadonlySet<string> = new Set(['course', 'courses', 'class', 'classes']);

/** Words of a search that are facts about courses. */
export const factWords = {
  times: {
    daytime: ['daytime', 'during the day'],
    evening: ['evening', 'evenings', 'after work'],
    weekend: ['weekend', 'weekends'],
  },
  months: [
    'january',
    'february',
    'march',
    'april',
    'may',
    'june',
    'july',
    'august',
    'september',
    'october',
    'november',
    'december',
  ],
  /** Months that are also other words. */
  commonMonths: new Set(['march', 'may']),
  beforeMonth: ['in', 'from', 'starting', 'starting in', 'starts in', 'beginning in'],
  atMost: [
    'under',
    'below',
    'less than',
    'up to',
    'at most',
    'no more than',
    'cheaper than',
    'max',
    'maximum',
  ],
  /** Words for a currency after the amount: `400 pounds`. */
  currencies: { '£': 'pounds?|quid|gbp', '€': 'euros?|eur', $: 'dollars?|usd' } as Readonly<
    Record<string, string>
  >,
  /** After a number that is no price. */
  units: 'credits?|hours?|weeks?|months?|years?|days?|miles?|km|people|students|seats|%',
  orLess: '(?:or less|or under|or below|at most|maximum|max)',
  /** Wishes that say something about courses only beside a word for them. */
  wishes: {
    seats: ['free seats?', 'free places?', '(?:seats?|places?|spaces?) (?:left|free|available)', 'not full'],
    free: [
      String.raw`free(?= (?:\p{L}+ ){0,2}(?:courses?|class(?:es)?)|[ ?.!]*$)`,
      'for free',
      'free of charge',
      'for nothing',
      'without (?:a )?fee',
    ],
    cheapest: ['cheap(?:er|est)?', 'lowest (?:price|fee|cost)', 'least expensive', 'low[ -]cost'],
    shortest: ['short(?:er|est)?'],
    soon: ['(?:that )?(?:start|starts|starting|begin|begins|beginning) (?:soon|next)', 'upcoming'],
  },
  level: ({ level }: { level: string }) => `level ${level}`,
  pluralOf: (day: string) => `${day}s`,
  /** Words that say nothing about the subject of a course. */
  ignored: new Set(
    `any all available offer offered offers study lesson lessons start starts starting begin begins beginning cost
    costs costing price priced fee fees much many want like need look looking good best beginner beginners`.split(
      /\s+/,
    ),
  ),
  /** Subjects that are no course: the dates of a term, for example. */
  otherSubjects: new Set(
    'term terms semester date dates calendar holiday holidays open opening closed hours'.split(' '),
  ),
} as const;

type GroupTitle = { filters: readonly string[]; isCheapestFirst: boolean; total: number };

/** The courses that a search means by its facts: `Courses in the evening, up to £400: 4`. */
export const courseGroupText = {
  title: ({ filters, isCheapestFirst, total }: GroupTitle) =>
    total === 0
      ? `No course ${filters.join(', ')}`
      : `${['Courses', filters.join(', ')].filter(Boolean).join(' ')}${isCheapestFirst ? ', cheapest first' : ''}: ${total}`,
  /** A group with one filter less. */
  other: ({ filters, total }: { filters: readonly string[]; total: number }) =>
    filters.length === 0 ? `All courses: ${total}` : `Courses ${filters.join(', ')}: ${total}`,
  filters: {
    q: (value: string) => `about “${value}”`,
    subject: (value: string) => `in ${value}`,
    level: (value: string) => `at ${value.charAt(0).toLowerCase()}${value.slice(1)}`,
    term: (value: string) => `in ${value}`,
    day: (value: string) => `on ${value}`,
    time: (value: string) => value,
    mode: (value: string) => value.toLowerCase(),
    credits: (value: string) => `with ${value}`,
    price: (value: string) => `up to ${value}`,
    free: () => 'without a fee',
    seats: () => 'with free seats',
  },
  times: { daytime: 'in the daytime', evening: 'in the evening', weekend: 'at the weekend' },
  show: 'Show all in the course finder',
  change: 'Change these choices in the course finder',
  others: 'Other results',
} as const;
