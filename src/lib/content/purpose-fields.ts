/** The placeholders in the purposes of forms, with the key of `retentionDays` whose number each stands for. */
export const purposeFields = {
  application: { days: 'applications' },
  enquiry: { days: 'enquiries' },
  registration: { days: 'registrations' },
  newsletter: { daysUnconfirmed: 'pendingSignups', daysAfterLeaving: 'unsubscribedSignups' },
} as const;

export type PurposeName = keyof typeof purposeFields;

/** `{days}` */
export const namedField = /\{(\w*)\}/g;

/** The first unknown placeholder in a purpose. */
export function unknownField(written: string, form: PurposeName): string | undefined {
  const names = [...written.matchAll(namedField)].map(([, name = '']) => name);
  return names.find((name) => !Object.hasOwn(purposeFields[form], name));
}
