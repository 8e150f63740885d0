import { components, type ComponentDescription } from '#lib/content/components.ts';

export const snippetsFile = '.vscode/lectern.code-snippets';

/** Every component as a snippet of VS Code, from its example: its attributes are what the tab key goes through. */
export function writeSnippets(): string {
  const snippets = components.map((component) => [
    component.name,
    {
      scope: 'mdx',
      prefix: component.name,
      description: component.description,
      body: [...bodyOf(component), '$0'],
    },
  ]);
  return `${JSON.stringify(Object.fromEntries(snippets), null, 2)}\n`;
}

function bodyOf({ example, attributes }: ComponentDescription): string[] {
  const [first = '', ...rest] = example.split('\n');
  let stop = 0;
  const opening = escapeText(first).replaceAll(
    / (\w+)="([^"]*)"/g,
    (_whole, attribute: string, value: string) => {
      stop += 1;
      const choices = attributes[attribute]?.oneOf;
      // The example's own value comes first: it is what a choice starts with.
      const ordered = choices && [value, ...choices.filter((choice) => choice !== value)];
      return ` ${attribute}="\${${stop}${ordered ? `|${ordered.join(',')}|` : `:${value}`}}"`;
    },
  );
  return [opening, ...rest.map(escapeText)];
}

/** `$`, `}` and the backslash mean something in snippets. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}
