import { writeFileSync } from 'node:fs';
import { snippetsFile, writeSnippets } from './content-templates/snippets.ts';

/** Run it after changing src/lib/content/components.ts. A test compares the file. */
writeFileSync(snippetsFile, writeSnippets());
