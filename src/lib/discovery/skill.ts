/** What the skills say of the institute and its site. */
export type SkillFacts = {
  siteUrl: string;
  /** The institute's name. */
  name: string;
  /** A course that is there, for examples; undefined where there is none. */
  exampleCourse: { code: string; path: string } | undefined;
  /** What a student number looks like: one that could be. */
  studentNumberExample: string;
  /** So many registrations of one client in so many seconds. */
  registrationLimit: { readonly points: number; readonly seconds: number };
};

export type Skill = {
  /** Also its folder's name: small letters, digits and single hyphens (agentskills.io). */
  name: string;
  /** For people. */
  title: string;
  /** What it does and when to use it. */
  description: string;
  /** What people might ask an agent that has it: two to five, for catalogs. */
  representativeQueries: readonly string[];
  /** Markdown below the front matter. */
  instructions: string;
};
