import { admitSubmission, submissionLimits } from '#lib/http/admit-submission.ts';
import { readForm, type FormValues } from '#lib/http/read-form.ts';
import { requireValid } from '#lib/http/read-json.ts';
import type { Services } from '#app/services.ts';
import type { Catalogue } from './catalogue.ts';
import type { RegistrationSchema } from './registration-schema.ts';

const fields = {
  studentNumber: 'one',
  givenName: 'one',
  familyName: 'one',
  email: 'one',
  term: 'one',
  courses: 'many',
  note: 'one',
  challengeToken: 'one',
} as const;

export type RegistrationValues = Partial<FormValues<typeof fields>>;

type PostOptions = {
  services: Services;
  schema: RegistrationSchema;
  catalogue: Catalogue;
  /** Told what was typed, as soon as it is read, so that the page can show it again. */
  keep: (values: RegistrationValues) => void;
};

/**
 * Takes the registration form as a browser posts it without JavaScript, like the API takes JSON, and answers
 * with a redirect to the receipt.
 * @throws ApiError
 */
export async function postRegistration(
  context: { readonly request: Request; readonly clientAddress: string },
  { services, schema, catalogue, keep }: PostOptions,
): Promise<Response> {
  const { payload, headers } = await admitSubmission(context, {
    ...services,
    limit: services.limits.registration,
    action: 'registration',
    async read(request) {
      const values = await readForm(request, { ...submissionLimits, fields });
      keep(values);
      return requireValid(values, schema);
    },
  });
  const { register, receipts } = await services.forms();
  const { reference, waitingList } = await register(payload, catalogue);
  const receipt = receipts.sign({ ...payload, reference, waitingList });
  const location = `/register/received?receipt=${receipt}`;
  return new Response(null, { status: 303, headers: { ...headers, Location: location } });
}

/** What a link such as `/register?course=SOIL101&course=HYDR101` chooses beforehand. */
export function valuesOf({ searchParams }: URL): RegistrationValues {
  const courses = searchParams
    .getAll('course')
    .flatMap((codes) => codes.split(','))
    .map((code) => code.trim().toUpperCase());
  return { courses, term: searchParams.get('term') ?? undefined };
}
