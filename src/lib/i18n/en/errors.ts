import { plural } from '#lib/i18n/format.ts';

export const nothingAtAddress = 'There is nothing at this address.';
export const failedOnOurSide = 'Something went wrong on our side.';

/** The first words of an error that is a question, in which case it is headed as one. */
export const askingWords = 'Did you mean';
const answers = 'Correct the address, or send the form again to keep it';

/** Returns the address that the error suggests, if it is the question about a mistyped one. */
export function suggestionIn(error = ''): string | undefined {
  const isQuestion = error.startsWith(`${askingWords} `) && error.endsWith(`? ${answers}`);
  return isQuestion ? error.slice(askingWords.length + 1, -answers.length - 2) : undefined;
}

const sendOneObject = 'Send one complete JSON object.';

/** Messages and resolutions of `ApiError` that any endpoint can raise. */
export const requestErrors = {
  foreignOrigin: {
    message: 'Other sites can’t send this form.',
    resolution: 'Send it from the form on this site, or from a program that sends no Origin header.',
  },
  unknownAddress: {
    message: nothingAtAddress,
    resolution: 'GET /api/search?q=... searches the site; GET /api/health checks whether it is up.',
  },
  unknownApiAddress: {
    message: nothingAtAddress,
    resolution: 'See /openapi.json for the addresses of this API.',
  },
  methodNotAllowed: ({ method, allowed }: { method: string; allowed: readonly string[] }) => ({
    message: `This address does not accept ${method} requests.`,
    resolution: `Use ${allowed.join(' or ')}.`,
  }),
  internal: {
    message: failedOnOurSide,
    resolution:
      'Try again in a minute. If it happens again, write to the address on the contact page and describe what you did.',
  },
  storeUnavailable: {
    message: 'The site can’t save data at the moment.',
    resolution: 'Nothing was saved. Try again in a minute.',
  },
  unsigned: {
    message: 'The signature is missing or wrong.',
    resolution: 'Sign the body with the secret of this webhook, in the header X-Hub-Signature-256.',
  },
  pageSuffix: {
    message: nothingAtAddress,
    resolution: 'API addresses do not end in a slash or in .html. Remove it.',
  },
  invalidFields: {
    message: 'Some fields are missing or invalid.',
    resolution: 'Correct the fields named in `fields` and send it again.',
  },
  tooLarge: ({ maxBytes }: { maxBytes: number }) => ({
    message: `This is too large: at most ${formatBytes(maxBytes)} can be sent here.`,
    resolution: 'Send less text, or a smaller file.',
  }),
  invalidBodyResolution: 'Correct the body and send it again.',
  rateLimited: ({ seconds }: { seconds: number }) => ({
    message: 'Too many requests from your network.',
    resolution: `Try again in ${duration(seconds)}.`,
  }),
} as const;

/** Errors of request bodies, at any endpoint that reads one. */
export const bodyErrors = {
  notUtf8: { message: 'The body is not valid UTF-8.', resolution: 'Send the text encoded as UTF-8.' },
  mediaType: ({ mediaType }: { mediaType: string }) => ({
    message: `This address accepts only ${mediaType} in UTF-8.`,
    resolution: `Send the body as ${mediaType} with that Content-Type.`,
  }),
  compressed: {
    message: 'Compressed bodies are not accepted.',
    resolution: 'Send the body uncompressed, without Content-Encoding.',
  },
  cutOff: { message: 'The body ended before it was complete.', resolution: 'Send the request again.' },
  tooSlow: ({ seconds }: { seconds: number }) => ({
    message: `The body did not arrive within ${seconds} seconds.`,
    resolution: 'Send the request again over a better connection.',
  }),
  notAnObject: {
    message: 'The body is JSON, but not an object.',
    resolution: 'Send one JSON object: {"member": "value"}.',
  },
  empty: { message: 'The body is empty.', resolution: sendOneObject },
  notJson: { message: 'The body is not valid JSON.', resolution: sendOneObject },
  badlyEncodedForm: {
    message: 'The form is not encoded correctly.',
    resolution: 'Send it as application/x-www-form-urlencoded in UTF-8.',
  },
  repeatedField: { message: 'A field was sent more than once.', resolution: 'Send each field once.' },
  tooManyFields: ({ max }: { max: number }) => ({
    message: `The form has more than ${max} fields.`,
    resolution: 'Send fewer fields.',
  }),
} as const;

/** For the page of a form. Both the page and the form's script render the link. */
export const tooManyAttempts = ({
  seconds,
  time,
  email,
}: {
  seconds: number;
  time: string;
  email: string;
}) => ({
  message: 'Too many attempts from your network.',
  resolution: `Try again in ${duration(seconds)}, at ${time}, or [email us](mailto:${email}). What you typed is still here.`,
});

/** Resolutions for people who use the page of a form, in place of those for programs. */
export const formPageResolutions: Readonly<Record<string, string>> = {
  FORBIDDEN: 'Open this form on our site, fill it in and send it from there.',
  CHALLENGE_REQUIRED:
    'Complete the check at the end of the form and send it again, or [write to us](/contact).',
  CHALLENGE_FAILED: 'Complete the check again and send the form, or [write to us](/contact).',
};

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 120) return plural(seconds, { one: '1 second', other: `${seconds} seconds` });
  return `${minutes} minutes`;
}

/** Errors of a form's fields, checked on the server and in the browser. */
export const fieldErrors = {
  enter: ({ label }: { label: string }) => `Enter your ${label.toLowerCase()}`,
  withExample: ({ text, example }: { text: string; example: string }) => `${text}, like ${example}`,
  email: 'Enter an email address, like name@example.org',
  mistypedEmail: ({ suggestion }: { suggestion: string }) => `${askingWords} ${suggestion}? ${answers}`,
  /** Adds the field's name: `Given name: use at most 50 characters`. */
  about: ({ label, text }: { label: string | undefined; text: string }) =>
    label === undefined ? text : `${label}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  notText: 'Enter this as text',
  tooLong: ({ max }: { max: number }) => `Use at most ${max} characters`,
  marks: 'Remove the long run of accents or other marks',
  controlCharacters: 'Write this on one line, without special control characters',
  controlCharactersInNote: 'Remove special control characters',
  directionOverrides: 'Remove the hidden characters that change the direction of the text',
  webAddress: 'Remove web addresses and the @ sign',
  repeated: 'Choose each one once',
  sentTwice: 'Give this once',
  notAnObject: 'Send the form’s fields as a JSON object',
} as const;

export const registrationErrors = {
  message: 'We can’t accept this registration.',
  noOpenTerm: 'No term is open for registration today',
  chooseTerm: ({ terms }: { terms: string }) => `Choose ${terms}`,
  termClosed: ({ term, choice }: { term: string; choice: string }) =>
    `Registration for ${term} is not open. ${choice}`,
  notOffered: ({ term, courses }: { term: string; courses: string }) =>
    `Not on offer in ${term}: ${courses}. Choose other courses`,
  clash: ({ courses }: { courses: string }) => `${courses} meet at the same time. Choose one of them`,
} as const;

/** Errors of links in emails. The pages of these links render the links in the resolutions. */
export const linkErrors = {
  invalidConfirmation: {
    message: 'This link is not valid.',
    resolution: 'Open the link in your email again, or [write to us](/contact).',
  },
  invalidWithdrawal: {
    message: 'This link is not valid.',
    resolution: 'Open the link in your receipt again, or [write to us](/contact).',
  },
  invalidCorrection: {
    message: 'This page is no longer valid.',
    resolution: '[Register again](/register) with the right address, or [write to us](/contact).',
  },
  notCorrectable: {
    message: 'This registration is confirmed, so its address can’t be changed here.',
    resolution: '[Write to us](/contact) and give your reference.',
  },
  termOver: {
    message: 'The term of this registration is over.',
    resolution: '[Register for a term that is open](/register).',
  },
  termClosed: ({ reference }: { reference: string }) => ({
    message: 'Registration for this term has closed.',
    resolution: `[Write to us](/contact) and give your reference, ${reference}.`,
  }),
  withdrawn: {
    message: 'This registration is withdrawn.',
    resolution: 'You can register again while registration is open.',
  },
  invalidSignup: {
    message: 'This link is not valid or has expired.',
    resolution: '[Sign up again](/newsletter) to get a new one.',
  },
  invalidUnsubscribe: {
    message: 'This link is not valid.',
    resolution: 'Use the link in a newer email, or [write to us](/contact).',
  },
} as const;

export const challengeErrors = {
  missing: {
    message: 'We need to check that you are not a robot.',
    resolution: 'Solve the challenge on the form and send its token as challengeToken.',
  },
  refused: {
    message: 'The robot check failed. It may have expired or been used already.',
    resolution: 'Solve the challenge again and send the new token.',
  },
  unavailable: {
    message: 'The robot check is unavailable at the moment. Nothing was stored.',
    resolution: 'Try again in a minute.',
  },
  notConfigured: {
    message: 'This site requires no challenge.',
    resolution: 'Send the form without challengeToken.',
  },
} as const;

function formatBytes(bytes: number): string {
  const kibibytes = bytes / 1024;
  return kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
}

/** The resolution of all errors of the content's repository. */
export const repositoryResolution =
  'Try again in a minute. If it happens again, tell the people who run this site.';
