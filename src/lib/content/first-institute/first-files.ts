import { toFacts, type Answers, type Facts } from './institute-answers.ts';
import { writeAbout, writeAdmissions, writeContact, writePrivacy } from './first-pages.ts';
import { writeCourse, writePerson, writeProgram } from './first-courses.ts';
import { writeInstituteFile } from './write-institute-file.ts';

/**
 * The files of a new institute, by path in its folder: its facts, a page of each kind, menus and an icon. Sentences
 * that start with "Say" are notes to editors; the content check reports those that remain.
 * @throws z.ZodError for invalid answers
 */
export function writeFirstFiles(answers: Answers, today: string): Readonly<Record<string, string>> {
  const facts = toFacts(answers);
  return {
    'institute.yaml': writeInstituteFile(facts),
    '.gitignore': ignored,
    'public/icon.svg': writeIcon(facts),
    'content/settings/navigation.yaml': navigation,
    'content/settings/home.yaml': writeHome(facts),
    'content/settings/search.yaml': writeSearch(facts),
    'content/pages/about.mdx': writeAbout(facts, today),
    'content/pages/admissions.mdx': writeAdmissions(today),
    'content/pages/contact.mdx': writeContact(facts, today),
    'content/pages/privacy.mdx': writePrivacy(facts, today),
    [`content/people/${facts.personFile}.mdx`]: writePerson(facts, today),
    [`content/courses/introduction-to-${facts.subject.key}.mdx`]: writeCourse(facts, today),
    [`content/programs/certificate-in-${facts.subject.key}.mdx`]: writeProgram(facts, today),
  };
}

const ignored = `# Settings with secrets, what people sent, and what a start makes again: keep them out of a repository.
/.env
/data/
/.lectern/
/.cache/
*.sqlite
*.sqlite-wal
*.sqlite-shm
`;

/** Draws the first letter of the short name on the accent colour. */
function writeIcon({ initial, colours }: Facts): string {
  const { accent } = colours.light;
  const letter = `<text x="16" y="23" text-anchor="middle" font-family="Georgia, serif" font-size="20" fill="#fff">${initial}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="${accent}"/>${letter}</svg>\n`;
}

const navigation = `# The links at the top of every page.
main:
  - { title: Courses, path: /courses }
  - { title: Programmes, path: /programs }
  - { title: Admissions, path: /admissions }
  - { title: Apply, path: /apply }
  - { title: Register, path: /register }
  - { title: About, path: /about }

# Further links in the menu on phones.
phoneMenu:
  - { title: Dates, path: /calendar }
  - { title: Contact, path: /contact }

# The links at the bottom of every page.
footer:
  - { title: Ask us by email, path: /enquire }
  - { title: Ask this website, path: /ask }
  - { title: Dates, path: /calendar }
  - { title: People, path: /people }
  - { title: Newsletter, path: /newsletter }
  - { title: Contact, path: /contact }
  - { title: Privacy, path: /privacy }
  - { title: Developers, path: /developers }
`;

function writeHome({ subject }: Facts): string {
  return `# Who the institute is for, and where they should go next: up to four groups.
audiences:
  - title: You are new to ${subject.name}
    text: Begin with one course, and see whether it is for you.
    link: { title: How to apply, path: /admissions }
  - title: You want a qualification
    text: A programme puts courses together, step by step.
    link: { title: See the programmes, path: /programs }
`;
}

function writeSearch({ subject }: Facts): string {
  return `# Searches that the search page suggests.
suggestions: [fees, dates, ${JSON.stringify(subject.name)}]

# Questions that the chat suggests.
questions:
  - How do I apply?
  - When does the next course start?

# Synonyms for search and chat, one group per line. Words after > may answer the others, but not the other way round.
otherWords:
  - tuition, price, cost > fees
  - enrol, sign up, application > register, admissions
  - semester, trimester > term
  - class, module, lesson > course
  - teacher, tutor, lecturer, staff > people
  - phone, phone number, email address > contact
  - deadline, due date > dates
`;
}
