import type { Facts } from './institute-answers.ts';

const credits = 20;

export function writePerson({ person, subject, email }: Facts, today: string): string {
  return `---
name: ${JSON.stringify(person)} # as the person writes it, without titles
role: Head of the institute
summary: Leads the institute and teaches ${subject.name}.
subjects: [${subject.key}] # subjects of institute.yaml
email: ${email}
updated: ${today}
---

Say in a few sentences what this person has done and likes to teach.
`;
}

export function writeCourse({ subject, season, place, personFile }: Facts, today: string): string {
  return `---
code: ${subject.code}101 # as students quote it; every course has its own
title: ${JSON.stringify(`Introduction to ${subject.name}`)}
summary: A first course in ${subject.name}, for people who have not studied it before.
subject: ${subject.key} # a subject of institute.yaml
level: 4 # 4 certificate, 5 diploma, 6 graduate, 7 master's
credits: ${credits} # one credit is ten hours of study
fee: 400 # a whole number
offerings: # when it runs; write [] if it does not run at present
  - term: ${season} # every year; or one term, such as 2027-spring
    mode: on-site # on-site, online or blended
    place: ${JSON.stringify(place.street)}
    times: # when the group meets each week
      - day: tuesday
        from: "18:00"
        to: "20:30"
    seats: 12 # later requests go to a waiting list
people: [${personFile}] # names of files in people/; the first one leads
outcomes: # what a student can do afterwards: You will be able to ...
  - "use the basic words of the subject, and explain them"
  - "choose what to learn next"
updated: ${today}
---

Say in a few sentences what this course is about and who it is for.

## What you will study

Say which topics come first, and which later.

## How you will be assessed

Say what people hand in here, and how much each part counts.
`;
}

export function writeProgram({ subject, season, personFile }: Facts, today: string): string {
  return `---
title: ${JSON.stringify(`Certificate in ${subject.name}`)}
summary: A first qualification in ${subject.name}, part time.
award: certificate # certificate, diploma or masters
level: 4 # level of the award: 4 certificate, 5 diploma, 6 graduate, 7 master's
credits: ${credits} # of the whole programme; the stages add up to it
length: One term part time # in words
stages: # in the order in which students take them
  - title: First term
    terms: [${season}]
    courses: [${subject.code}101]
entryRequirements: # what applicants need, one requirement per entry
  - "No qualifications; you need to be 18 or older when you start."
lead: ${personFile} # the name of a file in people/
updated: ${today}
---

Say in two or three sentences what the programme leads to and who it is for.

## After the programme

Say what people do afterwards.
`;
}
