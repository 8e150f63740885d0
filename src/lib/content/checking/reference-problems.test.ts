import { test } from 'vitest';
import {
  changed,
  course,
  event,
  news,
  offering,
  page,
  program,
  expectOneProblem,
  type Mistake,
} from '#test/check-content-files.ts';

const eventDay = 'starts: 2027-02-06 10:00\nends: 2027-02-06 15:00\n';

const mistakes: readonly Mistake[] = [
  [
    'an event on a day that does not exist',
    event('starts: 2027-02-30 10:00\nends: 2027-03-06 15:00\nplace: Weir House\n'),
    'events/open-day.mdx:4: fatal: "starts" "2027-02-30 10:00" is not a date with a time',
  ],
  [
    'an event with an unknown course',
    event(`${eventDay}place: Weir House\ncourses: [SOIL110]\n`),
    'events/open-day.mdx:7: error: there is no course "SOIL110"',
    /did you mean SOIL101\?/,
  ],
  [
    'an unknown course code',
    changed('offerings', 'prerequisites: [SOIL110]\nofferings'),
    'courses/peat.mdx:9: error: there is no course "SOIL110"',
    /did you mean SOIL101\?/,
  ],
  [
    'an unknown person',
    changed('ines-calder', 'ines-caldr'),
    'courses/peat.mdx:10: error: there is no person "ines-caldr"',
    /did you mean ines-calder\?/,
  ],
  [
    'an unknown subject',
    changed('subject: soils', 'subject: soil'),
    'courses/peat.mdx:5: error: there is no subject "soil"',
    /did you mean soils\?/,
  ],
  [
    'an unknown level',
    changed('level: 4', 'level: 8'),
    'courses/peat.mdx:6: error: there is no level "8"',
    /use one of 4, 5, 6, 7/,
  ],
  [
    'an unknown term',
    changed('offerings: []', 'offerings:\n  - { term: winter, mode: online, seats: 9 }'),
    'courses/peat.mdx:10: error: there is no term "winter"',
    /spring, summer, autumn/,
  ],
  [
    'a program with an unknown course',
    program(15, '\n  - title: First\n    courses:\n      - SOIL101\n      - SOIL999\n'),
    'programs/soils.mdx:12: error: there is no course "SOIL999"',
  ],
  [
    'an unknown author',
    news('date: 2026-01-11\nauthor: nobody\n'),
    'news/rain.mdx:5: error: there is no person "nobody"',
  ],
  [
    'a course list with an unknown course',
    page('<CourseList codes="SOIL101, SOIL102" />'),
    'handbook/sick.mdx:5: error: there is no course "SOIL102"',
  ],
  [
    'an unknown contact',
    page('<Contact person="ines" />'),
    'handbook/sick.mdx:5: error: there is no person "ines"',
  ],
  [
    'a fee of an unknown course',
    page('<Fee course="SOIL102" />'),
    'handbook/sick.mdx:5: error: there is no course "SOIL102"',
  ],
  [
    'the price of a level without courses',
    page('<CreditPrice level="7" />'),
    'handbook/sick.mdx:5: error: no course has the level 7',
    /use one of 4$/,
  ],
  [
    'a fee in zero parts',
    page('<Fee course="SOIL101" parts="0" />'),
    'handbook/sick.mdx:5: fatal: parts of <Fee> cannot be "0"',
  ],
  [
    'a fee of an unknown program',
    page('<ProgramFee program="soils" />'),
    'handbook/sick.mdx:5: error: there is no program "soils"',
  ],
  [
    'an unknown term in the text',
    page('<Term name="sprig" />'),
    'handbook/sick.mdx:5: error: there is no term "sprig"',
    /did you mean spring\?/,
  ],
  [
    'a code that two courses use',
    course((fields) => fields.replace('PEAT101', 'SOIL101')),
    'courses/soil-science.mdx:2: error: the code SOIL101 is already used by ',
    /courses\/peat.mdx/,
  ],
  [
    'an offering that ends before it starts',
    offering('    starts: 2027-03-01\n    ends: 2027-02-01\n'),
    'courses/peat.mdx:14: error: entry 1 of "offerings" ends on 2027-02-01',
  ],
  [
    'an offering that is cancelled in a term in which it does not run',
    offering('    cancelled:\n      term: 2027-summer\n      instead: Take it in spring.\n'),
    'courses/peat.mdx:14: error: entry 1 of "offerings" is cancelled in 2027-summer, but it does not run then',
  ],
  [
    'a meeting that ends before it starts',
    offering('    times:\n      - day: monday\n        from: "14:00"\n        to: "02:00"\n'),
    'courses/peat.mdx:16: error: a meeting from 14:00 to 02:00',
  ],
  [
    'credits that do not add up',
    program(30, '[{ title: First, courses: [SOIL101] }]'),
    'programs/soils.mdx:6: error: the courses of the stages add up to 15 credits, not 30',
  ],
  [
    'a choice of more courses than there are',
    program(30, '[{ title: First, courses: [SOIL101], choose: 2 }]'),
    'programs/soils.mdx:8: error: a stage lets students choose 2 of 1 courses',
  ],
  [
    'a term that is over',
    changed('offerings: []', 'offerings:\n  - { term: 2026-spring, mode: online, seats: 9 }'),
    'courses/peat.mdx:10: warning: the term 2026-spring ended on 2026-04-03',
    /write spring/,
  ],
  [
    'a term too far in the future',
    changed('offerings: []', 'offerings:\n  - { term: 2040-spring, mode: online, seats: 9 }'),
    'courses/peat.mdx:10: warning: the term 2040-spring is not in institute.yaml yet',
  ],
  [
    'an overdue review',
    { 'handbook/sick.mdx': '---\ntitle: Sick leave\nreviewBy: 2026-11-20\nowner: office@x.example\n---\n' },
    'handbook/sick.mdx:3: warning: a review was due by 2026-11-20 (office@x.example)',
    /check that everything is still right/,
  ],
  [
    'an unknown owner',
    { 'handbook/sick.mdx': '---\ntitle: Sick leave\nreviewBy: 2026-11-21\nowner: ines-caldr\n---\n' },
    'handbook/sick.mdx:4: error: there is no person "ines-caldr"',
    /did you mean ines-calder/,
  ],
  [
    'a change in the future',
    changed('level: 4', 'updated: 2026-11-22\nlevel: 4'),
    'courses/peat.mdx:6: warning: "updated" is a day in the future, 2026-11-22',
  ],
];

test.for(mistakes)('reports %s', expectOneProblem);
