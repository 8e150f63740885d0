import { readFileSync } from 'node:fs';
import { z } from 'zod';

export const questionKinds = ['plain', 'paraphrase', 'follow-up', 'foreign', 'near-miss'] as const;

const turnSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  text: z.string().trim().min(1).max(2000),
});

const questionSchema = z.strictObject({
  id: z.string().regex(/^[a-z-]+-\d{2}$/),
  kind: z.enum(questionKinds),
  /** `tune` is for choosing settings, `held-out` for measuring them. No page answers questions of both halves. */
  half: z.enum(['tune', 'held-out']),
  /** The conversation. Its last turn is the question. */
  turns: z.array(turnSchema).min(1),
  /** Address and anchor of each section that is sufficient to answer the question. */
  right: z.array(z.string().regex(/^\/([a-z0-9]+([/_-]+[a-z0-9]+)*)?(#[a-z0-9_-]+)?$/)),
});

export type RetrievalQuestion = z.infer<typeof questionSchema>;

/** Reads the questions of test/data/retrieval-NAME.json. @throws if one is invalid */
export function readQuestions(name: 'site' | 'handbook'): RetrievalQuestion[] {
  const file = new URL(`../test/data/retrieval-${name}.json`, import.meta.url);
  return z.array(questionSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Returns the unique sections that answer the questions. */
export function rightSections(name: 'site' | 'handbook'): string[] {
  return [...new Set(readQuestions(name).flatMap(({ right }) => right))];
}
