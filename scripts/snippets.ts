import { mkdirSync, writeFileSync } from 'node:fs';
import { components, type ComponentDescription } from '#lib/content/components.ts';

/** Writes the components as snippets for VS Code. */
export function writeSnippets(): void {
  mkdirSync('.vscode', { recursive: true });
  writeFileSync('.vscode/lectern.code-snippets', JSON.stringify(createSnippets(), null, 2));
}

/** Creates a snippet for each component from its example. The Tab key moves through its attributes. */
export function createSnippets() {
  return Object.fromEntries(
    components.map((component) => [
      component.name,
      {
        scope: 'mdx',
        prefix: component.name,
        description: component.description,
        body: [...bodyOf(component), '$0'],
      },
    ]),
  );
}

function bodyOf({ example, attributes }: ComponentDescription): string[] {
  const [first = '', ...rest] = example.split('\n');
  let stop = 0;
  const opening = escapeSnippet(first).replaceAll(
    / (\w+)="([^"]*)"/g,
    (_whole, attribute: string, value: string) => {
      stop += 1;
      const choices = attributes[attribute]?.oneOf;
      // VS Code uses the first choice as the default.
      const ordered = choices && [value, ...choices.filter((choice) => choice !== value)];
      return ` ${attribute}="\${${stop}${ordered ? `|${ordered.join(',')}|` : `:${value}`}}"`;
    },
  );
  return [opening, ...rest.map(escapeSnippet)];
}

/** Escapes the special characters of snippets. */
function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}
