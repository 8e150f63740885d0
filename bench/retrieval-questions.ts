import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const questionKinds = ['plain', 'paraphrase', 'follow-up', 'change', 'foreign', 'near-miss'] as const;
export const manners = ['plain', 'short', 'misspelt', 'story', 'learner'] as const;

const turnSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  text: z.string().trim().min(1).max(2000),
});

const questionSchema = z.strictObject({
  id: z.string().regex(/^[a-z-]+-\d{2,3}$/),
  kind: z.enum(questionKinds),
  /** How the visitor writes; `learner` is learning English. */
  manner: z.enum(manners).optional(),
  /** `tune` is for choosing settings, `held-out` for measuring them. `unseen` was run once after all settings were final. */
  half: z.enum(['tune', 'held-out', 'unseen']),
  /** The conversation. Its last turn is the question. */
  turns: z.array(turnSchema).min(1),
  /** Address and anchor of each section that is sufficient to answer the question. */
  right: z.array(z.string().regex(/^\/([a-z0-9]+([/_-]+[a-z0-9]+)*)?(#[a-z0-9_-]+)?$/)),
});

export type RetrievalQuestion = z.infer<typeof questionSchema>;

/** Conversations are about the sample site, like `site`. */
type QuestionSet = 'site' | 'handbook' | 'conversations' | 'conversations-seen' | 'conversations-unseen';

/** Reads the questions of test/data/retrieval-NAME.json. @throws if one is invalid */
export function readQuestions(name: QuestionSet): RetrievalQuestion[] {
  const file = new URL(`../test/data/retrieval-${name}.json`, import.meta.url);
  return z.array(questionSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Returns the unique sections that answer the questions. */
export function rightSections(name: QuestionSet): string[] {
  return [...new Set(readQuestions(name).flatMap(({ right }) => right))];
}
