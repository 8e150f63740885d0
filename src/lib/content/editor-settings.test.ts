import { expect, test } from 'vitest';
import { z } from 'zod';
import { listRoutes } from '#lib/content/checking/list-routes.ts';
import {
  editorSettingsSchema,
  settingsFiles,
  settingsNameOf,
  settingsNames,
  toEditorSettings,
} from './editor-settings.ts';

type Schema = { description?: string; properties?: Record<string, Schema>; items?: Schema };

test.each(settingsNames)('every field of %s has a description for VS Code', (name) => {
  const schema = z.toJSONSchema(settingsFiles[name].schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema;

  const fields = fieldsOf(schema, '');

  expect(fields.length).toBeGreaterThan(2);
  expect(fields.filter(({ description }) => !description).map(({ path }) => path)).toEqual([]);
});

test('the default menus link to pages of the product', async () => {
  const { navigation } = toEditorSettings([]);
  const routes = await listRoutes(process.cwd());

  const links = Object.values(navigation).flat();

  expect(links.filter(({ path }) => !routes.includes(path))).toEqual([]);
});

test('settings are unchanged after a round trip through JSON', () => {
  const notice = { text: 'The house is closed.', from: new Date('2026-11-20'), until: '2026-11-21 17:00' };
  const settings = toEditorSettings([{ id: 'notice', data: notice }]);

  const stored = editorSettingsSchema.parse(JSON.parse(JSON.stringify(settings)));

  expect(stored).toEqual(settings);
  expect(stored.notice?.from).toBe('2026-11-20');
});

test('settingsNameOf returns a name for settings files only', () => {
  expect(settingsNameOf('settings/notice.yaml')).toBe('notice');
  expect(settingsNameOf('settings/notice.yml')).toBeUndefined();
  expect(settingsNameOf('pages/notice.yaml')).toBeUndefined();
});

function fieldsOf(schema: Schema, above: string): { path: string; description: string | undefined }[] {
  return Object.entries({ ...schema.properties, ...schema.items?.properties }).flatMap(([name, field]) => {
    const path = `${above}${name}`;
    return [{ path, description: field.description }, ...fieldsOf(field, `${path}.`)];
  });
}
