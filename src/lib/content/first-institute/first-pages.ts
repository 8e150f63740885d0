import { formatTown } from '#lib/content/format-address.ts';
import type { Facts } from './institute-answers.ts';
import { listed } from './write-institute-file.ts';

/** The texts do not repeat the name, so that it can be changed in `institute.yaml` alone. */
export function writeAbout(facts: Facts, today: string): string {
  return `---
title: About us
summary: What we teach, where, and for whom.
updated: ${today}
---

We teach ${listed(facts)} in ${facts.place.locality}.

## How it began

Say who began it, when, and why.

## How we teach

Say in which groups, at which times of day and in which rooms you teach.

## Who works here

The [people](/people) page has everyone who teaches.
`;
}

export function writeAdmissions(today: string): string {
  return `---
title: Admissions
summary: How to choose a course or a programme, what you need, and how to apply.
updated: ${today}
---

Every page of a [course](/courses) or a [programme](/programs) says when it starts, what it costs and what you need to know before.

## How to apply

<Steps>

1. Choose a course or a programme. If you are not sure, [ask us](/enquire).
2. Send the [application](/apply). It takes about ten minutes.
3. We write to you by email.

</Steps>

If you study here already, [register](/register) for your next courses instead.

## What you need

Say which qualifications you ask for, if any.

## When you have to pay

Say when fees are due, and whether people can pay in parts.
`;
}

export function writeContact({ place, email, telephone }: Facts, today: string): string {
  return `---
title: Contact
summary: How to write to us, ring, or find us in ${place.locality}.
updated: ${today}
---

For a question about a course or a programme there is a [form](/enquire).

<Contact team="Office" email="${email}" telephone="${telephone}" />

## Where we are

${place.street}, ${formatTown(place)}

Say how people reach you by train, by bus and by car, and whether there are steps.

## When we are open

Say on which days and at which hours.
`;
}

/** Describes what the product stores. The institute adds its legal basis and its data controller. */
export function writePrivacy({ email }: Facts, today: string): string {
  return `---
title: Privacy
summary: What this website stores about you when you read, search, ask or send a form, and for how long.
updated: ${today}
---

We, the institute at [this address](/contact), are responsible for the personal data on this website. Questions go to [${email}](mailto:${email}).

## When you read

Visitors get no cookies, there is no advertising, and nothing is loaded from other companies’ servers. The server notes the time, the address and the result of requests, to keep the site running and safe. Staff who sign in get a cookie until they sign out.

## When you search

The words of a search that finds nothing are counted by the day, without the person who searched.

## When you ask the chat

Where the chat is switched on, your question, the conversation before it and passages of this website go to Google, whose language model writes the answer. Please do not write anything private. The conversation stays in your browser.

## When you send a form

| Form | What is stored | Why |
| --- | --- | --- |
| Registration | Student number, name, email, term, courses, note, notes by staff | To give you a place |
| Application | Courses or programme, name, email, telephone, qualifications | To decide on it and to write to you |
| Question | Question, name, email, telephone | To answer it |
| Newsletter | Email, name and interests | To send what you asked for |

It is deleted by itself:

<Retention />

## Your rights

You can ask for a copy of your data, have it corrected or deleted, and object to its use. Write to [${email}](mailto:${email}).

Say on which legal basis you store the data, and which authority people can complain to.
`;
}
