/** The values of a new file. */
export type NewFileValues = {
  title: string;
  today: string;
  /** An unused course code. */
  code: string;
  /** An existing course, for references. */
  course: { code: string; credits: number; level: number };
  /** A file name in people/, without its extension. Undefined if there are no people yet. */
  person: string | undefined;
  subject: string;
  level: number;
  season: string;
  credits: number;
  fee: number;
  award: string;
  /** Day of publication of news. */
  date: string;
  /** Start of an event: `2027-02-06 10:00`. */
  starts: string;
  /** Place of an event. */
  place: string | undefined;
  /** Role of a person. */
  role: string | undefined;
  /** If undefined, the file has a placeholder. */
  summary: string | undefined;
};
