/** The facts about the institute and its site that skills contain. */
export type SkillFacts = {
  siteUrl: string;
  /** The institute's name. */
  name: string;
  /** A course for examples; undefined if there are no courses. */
  exampleCourse: { code: string; path: string } | undefined;
  /** A valid student number. */
  studentNumberExample: string;
  /** Registrations per client, and the window in seconds. */
  registrationLimit: { readonly points: number; readonly seconds: number };
};

export type Skill = {
  /** Also the folder's name: lower-case letters, digits and single hyphens (agentskills.io). */
  name: string;
  /** The display name. */
  title: string;
  /** What it does and when to use it. */
  description: string;
  /** Two to five questions that the skill answers, for catalogs. */
  representativeQueries: readonly string[];
  /** The Markdown after the front matter. */
  instructions: string;
};
