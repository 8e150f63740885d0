import { expect, test } from 'vitest';
import { listRoutes } from '#lib/content/checking/list-routes.ts';
import { editorSettingsSchema, settingsNameOf, toEditorSettings } from './editor-settings.ts';

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
