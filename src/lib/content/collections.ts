import { courseSchema } from './course.ts';
import { handbookPageSchema } from './handbook-page.ts';
import { newsItemSchema } from './news-item.ts';
import { pageSchema } from './page.ts';
import { personSchema } from './person.ts';
import { programSchema } from './program.ts';

/** The kinds of content, each a folder below `CONTENT_DIR`, with the schema of its front matter. */
export const collectionSchemas = {
  courses: courseSchema,
  programs: programSchema,
  handbook: handbookPageSchema,
  news: newsItemSchema,
  pages: pageSchema,
  people: personSchema,
} as const;

export type CollectionName = keyof typeof collectionSchemas;

export const collectionNames = Object.keys(collectionSchemas) as CollectionName[];

/** Which files are content: the same pattern in every collection. Names that start with `_` are left out. */
export const contentPattern = '**/[^_]*.{md,mdx}';
