import { expect, test } from 'vitest';
import { readContent } from './article.ts';
import { toMarkdown } from './markdown.ts';

function markdownOf(form: string): string {
  const location = { origin: 'https://larkmoor.example', path: '/register' };
  return toMarkdown(readContent(`<main><article>${form}</article></main>`), location);
}

test('a form becomes a sentence with its address and the names of its fields', () => {
  const markdown = markdownOf(`<form action="/register" method="post" aria-label="Course registration">
    <label for="number">Student number:</label><input id="number" name="studentNumber" required>
    <label>Email <input type="email" name="email"></label>
    <textarea aria-label="Note"></textarea><input type="hidden" name="token"><button>Send</button></form>`);

  expect(markdown).toBe(
    'Form "Course registration": send it at [/register](https://larkmoor.example/register). ' +
      'It asks for: Student number (required), Email, Note.\n',
  );
});

test('the choices of a field are in brackets after its name', () => {
  const markdown = markdownOf(`<form action="send"><fieldset><legend>Interests</legend>
    <label><input type="checkbox"> Soil</label><label><input type="checkbox"> Water</label></fieldset>
    <label>Term <select><option value="">Choose<option>Autumn<option>Spring</select></label></form>`);

  expect(markdown).toContain('Interests (Soil; Water), Term (Autumn; Spring).');
});

test('a form without a label is named after its heading or button, and hidden fields are left out', () => {
  const byHeading = markdownOf('<form action="/a"><h2>Newsletter</h2><button>Go</button></form>');
  const byButton = markdownOf('<form><div hidden><input name="trap"></div><button>Go</button></form>');

  expect(byHeading).toBe('Form "Newsletter": send it at [/a](https://larkmoor.example/a).\n');
  expect(byButton).toBe('Form "Go": send it at [this page](https://larkmoor.example/register).\n');
});

test('the address of a form that posts to the API is code, not a link', () => {
  const markdown = markdownOf(
    '<form action="/api/search"><input name="q" aria-label="Words"><button>Go</button></form>',
  );

  expect(markdown).toBe('Form "Go": send it at `/api/search`. It asks for: Words.\n');
});
