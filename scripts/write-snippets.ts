import { writeFileSync } from 'node:fs';
import { snippetsFile, writeSnippets } from './content-templates/snippets.ts';

/** `node scripts/write-snippets.ts`, after src/lib/content/components.ts was changed. A test sees that it was run. */
writeFileSync(snippetsFile, writeSnippets());
