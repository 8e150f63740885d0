import type { z } from 'zod';
import type { StaffMember } from '#lib/auth/staff-types.ts';
import { instituteFileName } from '#lib/content/checking/institute-file.ts';
import { definitionOfSettings, settingsFolder, settingsNames } from '#lib/content/editor-settings.ts';
import { instituteSchema } from '#lib/content/institute-schema.ts';

/** A file of the desk that is YAML as a whole and has no page: settings, or the facts of the institute. */
export type YamlFile = {
  /** Path on the desk. */
  path: string;
  /** Its name in the interface for editors. */
  label: string;
  schema: z.ZodObject;
};

export const yamlFiles: readonly YamlFile[] = [
  { path: instituteFileName, label: 'Institute', schema: instituteSchema },
  ...settingsNames.map((name) => {
    const { label, schema } = definitionOfSettings(name);
    return { path: `${settingsFolder}/${name}.yaml`, label, schema };
  }),
];

export function yamlFileOf(path: string): YamlFile | undefined {
  return yamlFiles.find((file) => file.path === path);
}

/** Whether only admins may change a file: the facts of the institute. */
export function isForAdmins(path: string): boolean {
  return path === instituteFileName;
}

/** Whether a person may change a file of the desk. */
export function mayEdit(member: Pick<StaffMember, 'roles'>, path: string): boolean {
  return !isForAdmins(path) || member.roles.includes('admin');
}
