import { seatHoldHours } from '#lib/base/seat-hold.ts';
import { formatMinutes } from '#lib/i18n/format.ts';
import type { Skill, SkillFacts } from './skill.ts';

/**
 * Returns the skill with which an agent finds a course and registers a student for it. One long function, because it is
 * one text.
 */
export function courseSkill(facts: SkillFacts): Skill {
  const { siteUrl, name, studentNumberExample } = facts;
  const { points, seconds } = facts.registrationLimit;
  const { code, path } = facts.exampleCourse ?? { code: 'ABC101', path: '/courses/{course}' };
  return {
    name: 'register-for-a-course',
    title: 'Find a course and register for it',
    description: `Find a course of the ${name} that suits a student, check its term, price and prerequisites, and send the registration for it. Use when someone wants to choose, compare or register for courses there.`,
    representativeQueries: [
      `Which courses of the ${name} suit a beginner?`,
      `Register me for a course at the ${name}`,
    ],
    instructions: `# Find a course and register for it

The registration is a request in a real person’s name. Send it only after that person has confirmed exactly what you will send.

## 1. Find courses

Search, and narrow the results to courses:

\`\`\`sh
curl '${siteUrl}/api/search?q=beginner&type=course'
\`\`\`

Each result has a \`url\` for people and a \`markdownUrl\` for you. All courses in one list, by subject: ${siteUrl}/courses.md

## 2. Read the page of each course that may fit

\`\`\`sh
curl '${siteUrl}${path}.md'
\`\`\`

Look for:

- the course code, letters and digits like \`${code}\`, which identifies the course in a registration;
- the terms. A student can register for a course only in a term in which it is offered and not cancelled;
- the prerequisites. Tell the student if they lack one: the form accepts the registration, but the registrar may reject it;
- the fee, and when and where it meets. Two courses that meet at the same time are refused together. If a course has several groups in the term, \`${code}-2\` asks for the second.

## 3. Find out what is open today

\`${siteUrl}/openapi.json\` changes every day. The example of \`POST /api/course-registration\` in it has a \`term\` that is open for registration today and courses that are offered in it. The page for people is ${siteUrl}/register

## 4. Ask the student

You need the student number (like ${studentNumberExample}), given name, family name and email address. Do not invent any of them. Someone without a student number applies instead: send them to ${siteUrl}/apply?course=${code} with the codes of their courses. For a question that the pages do not answer, there is ${siteUrl}/enquire. Read back the term, the courses with their titles and the sum of the fees, and wait for a clear yes.

## 5. Send it

\`GET ${siteUrl}/api/challenge/required\` first. If it answers \`{"required":true}\`, a person has to solve a challenge: send them to ${siteUrl}/register instead, with the list of courses.

Otherwise:

\`\`\`sh
curl -X POST '${siteUrl}/api/course-registration' -H 'Content-Type: application/json' -d @registration.json
\`\`\`

with a body of this form: \`{"studentNumber", "givenName", "familyName", "email", "term", "courses": ["${code}"], "note"?}\`, one to eight different courses.

## 6. Tell the student the result

- **200**: pass on the \`reference\`. It confirms that the request is stored. The registrar confirms the seat. Tell the student to open the link in the email that follows and to confirm within ${seatHoldHours} hours: their seats are held until then.
- **400**: \`error.fields\` names the fields to fix, in words that you can pass on. Fix them with the student; do not guess.
- **429**: ${points} registrations in ${formatMinutes(seconds)} are the limit. Wait for the seconds in \`Retry-After\`.
- **503**: nothing was stored. Try again in a few minutes, or send the student to ${siteUrl}/contact

Sending the same registration twice does no harm: with the same email address it keeps its reference and is stored once.
`,
  };
}
