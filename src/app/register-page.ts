import type { AstroGlobal } from 'astro';
import { answerFormPage } from '#lib/forms/admit-form.ts';
import { listChoices, seatsOnOffer, summarise, termsOnOffer } from '#lib/forms/course-choices.ts';
import { readChosenCourses } from '#lib/forms/course-groups.ts';
import type { FormInput } from '#lib/forms/form-definition.ts';
import type { Correctable } from '#lib/forms/correct-address.ts';
import { findPostedErrors } from '#lib/forms/registration-checks.ts';
import { emailKey } from '#lib/forms/text-fields.ts';
import { answerAs, attempt } from '#lib/http/form-page.ts';
import { correctionText, registerText as text } from '#lib/i18n/en/forms.ts';
import { findCourses } from '#app/content-view/content.ts';
import { toFinderCourses } from '#app/content-view/finder.ts';
import { readCatalogue, type SiteCatalogue } from '#app/content-view/offered-courses.ts';
import type { SiteServices } from './site-services.ts';
import type { Forms } from './form-services.ts';
import { correction, registration, registrationFormats } from './site-forms.ts';

type Page = Pick<AstroGlobal, 'request' | 'clientAddress' | 'locals' | 'response' | 'url'>;

/** Opens the page to register. Returns a response if the form was accepted or the page must not be shown. */
export async function openRegisterPage(page: Page) {
  const { services } = page.locals;
  const catalogue = await readCatalogue();
  const answered = await answerFormPage(page, {
    ...registration,
    findErrors: (values) => findPostedErrors(values, catalogue),
    async accept(payload) {
      const forms = await services.forms.open();
      return receivedPath(forms, { ...(await forms.register(payload, catalogue)), payload });
    },
  });
  if (answered instanceof Response) return answered;
  const { searchParams } = page.url;
  const asked = readCodes(searchParams);
  const { values = { courses: asked, term: searchParams.get('term') ?? undefined }, problem } = answered;
  const offer = await readOffer(values, { catalogue, site: services.site });
  const askedCodes = codesOf(asked);
  const cancelled = toFinderCourses(await findCourses(askedCodes)).filter(
    (course) => course.cancelled.length > 0,
  );
  const shown = [...offer.choices, ...cancelled];
  return {
    ...offer,
    form: registration.form,
    formats: registrationFormats(),
    values,
    problem,
    errors: problem?.fields ?? {},
    cancelled,
    /** Requested courses that are in no open term. */
    unavailable: (answered.values ? [] : askedCodes)
      .filter((code) => !shown.some((known) => known.code === code))
      .flatMap((code) => catalogue.course(code) ?? []),
  };
}

/** Opens the page to correct the address of a registration that was just sent. Returns a response if it was accepted. */
export async function openCorrectionPage(page: Page) {
  const { locals, response, request, url } = page;
  const { services } = locals;
  const token = url.searchParams.get('token') ?? '';
  const found = await attempt(locals, 'register/correct', async () =>
    (await services.forms.open()).findCorrectable(token),
  );
  const answered = await answerFormPage(page, {
    ...correction,
    findErrors: ({ email }) => {
      const key = typeof email === 'string' ? emailKey(email.trim()) : undefined;
      const isSame = key !== undefined && key === emailKey(found.result ?? '');
      return isSame ? { email: correctionText.same } : {};
    },
    async accept({ email }) {
      const forms = await services.forms.open();
      return receivedPath(forms, await forms.correctAddress({ token, email }, await readCatalogue()));
    },
  });
  if (answered instanceof Response) return answered;
  if (request.method !== 'POST') answerAs(response, found);
  const { values = { email: found.result }, problem } = answered;
  return {
    form: correction.form,
    /** Where the form is sent. */
    action: `${correction.form.path}?token=${encodeURIComponent(token)}`,
    values,
    problem,
    errors: problem?.fields ?? {},
    sentTo: found.result,
    /** Why the address can't be corrected. */
    obstacle: found.problem && `${found.problem.message} ${found.problem.resolution}`,
  };
}

/** The address of the page after a registration. */
function receivedPath({ receipts, sealCorrection }: Forms, accepted: Correctable): string {
  const { reference, waitingList, payload } = accepted;
  // An earlier request may have asked for other groups.
  const courses = accepted.repeated ? codesOf(payload.courses) : payload.courses;
  const receipt = receipts.sign({ ...payload, courses, reference, waitingList });
  const correct = sealCorrection(accepted);
  return `/register/received?receipt=${receipt}${correct === undefined ? '' : `&correct=${correct}`}`;
}

function codesOf(chosen: readonly string[]): string[] {
  return readChosenCourses(chosen).map(({ code }) => code);
}

/** The courses of an address such as `/register?course=SOIL101&course=HYD101`. */
function readCodes(parameters: URLSearchParams): string[] {
  const given = parameters.getAll('course').flatMap((codes) => codes.split(','));
  return given.map((code) => code.trim().toUpperCase());
}

/** The open terms and their courses, and which of them the values select. */
async function readOffer(
  values: FormInput,
  { catalogue, site }: { catalogue: SiteCatalogue; site: SiteServices },
) {
  const openTerms = catalogue.openTerms();
  const onOffer = seatsOnOffer(catalogue.courses, { catalogue, terms: openTerms });
  const seats = await site.seatCounts.read(onOffer);
  const choices = listChoices(catalogue.courses, { catalogue, terms: openTerms, seats });
  const terms = termsOnOffer(openTerms, choices);
  const asked = [values['courses'] ?? []].flat();
  const codes = codesOf(asked);
  const chosen = choices.filter(({ code }) => codes.includes(code));
  const [only, second] = chosen;
  const term = terms.find(({ id }) => id === values['term']) ?? terms[0];
  return {
    title: only && !second ? text.titleFor(only) : text.title,
    openTerms,
    /** Those with a course to register for. */
    terms,
    term,
    choices,
    /** The chosen courses and groups, as the form sends them. */
    asked: [...codes, ...asked],
    chosen,
    others: choices.filter((choice) => !chosen.includes(choice)),
    summary: term ? summarise(chosen, term) : { totals: '', clashes: [] },
  };
}
