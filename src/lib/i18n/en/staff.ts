import { nothingAtAddress } from './errors.ts';

/** Errors of signing in and of the staff pages. All other text is in those pages. */

export const unknownAction = {
  message: 'This action is not available.',
  resolution: 'Use one of the buttons on the page.',
} as const;

/** Shown on the page `/staff/sign-in`. */
export const signInProblems = {
  directory:
    'The directory is not available at the moment. Wait a minute and try again. If the problem continues, contact the administrator of the directory.',
  declined:
    'You cancelled the sign-in, or the directory refused it. You are not signed in. Try again. If you are refused again, ask the administrator of the directory for access to this site.',
  login:
    'You need to sign in at the directory first. You are not signed in. Open a page of the directory, such as your mail or portal, sign in there, then try again here.',
  consent:
    'The directory has not approved this site yet. You are not signed in. Ask the administrator of the directory to approve it for everyone.',
  stale:
    'The sign-in was started too long ago or in another window. You are not signed in. Try again in this window. If it fails again, allow cookies for this site.',
  clock:
    'The clocks of this site and of the directory differ. You are not signed in, and trying again won’t help. Ask the administrator of this site to set the clocks.',
  settings:
    'The settings of this site and of the directory do not match. You are not signed in, and trying again won’t help. Tell the administrator of this site when it happened: the log names the setting.',
  failed:
    'The sign-in failed: the directory’s response could not be verified. You are not signed in. Try again. If it fails again, tell the administrator of this site when it happened: the log names the cause.',
} as const;

/** Messages and resolutions of the addresses for signing in and out. */
export const authErrors = {
  notConfigured: {
    message: 'Sign-in is not available: no directory is configured.',
    resolution: 'The page /staff lists the steps for the administrator of this site.',
  },
  /** @param path prefix of the addresses for signing in */
  unknownAddress: ({ path }: { path: string }) => ({
    message: nothingAtAddress,
    resolution: `GET ${path} lists the addresses for signing in.`,
  }),
  wrongToken: ({ path }: { path: string }) => ({
    message: 'The form’s token is missing or belongs to another browser.',
    resolution: `Send the token of GET ${path}/csrf, with its cookie.`,
  }),
  stillSignedIn: {
    message: 'You are still signed in: your session could not be ended.',
    resolution: 'Try again in a minute. If others use this computer, delete the cookies of this site.',
  },
  foreignExport: {
    message: 'Data can only be exported from the staff pages.',
    resolution: 'Open the list in the staff pages and use the link below it.',
  },
} as const;

/** For the scripts of staff pages, which may contain unsaved text. */
export const staffScriptErrors = {
  signedOut: {
    message: 'You are signed out.',
    resolution: 'Your text stays here until you have signed in again.',
  },
  wrongRole: {
    message: 'You need another role for this.',
    resolution: 'Ask the administrator of this site for the role.',
  },
  expiredPage: {
    message: 'This page was opened before you signed in.',
    resolution: 'Copy what you have not saved, and load the page again.',
  },
  unchecked: {
    message: 'Your session can’t be checked at the moment.',
    resolution: 'Wait a minute. Your text stays here until then.',
  },
} as const;

/** Errors of forms on staff pages. */
export const staffActionErrors = {
  noMail: {
    message: 'There is no email to send.',
    resolution: 'Check that email is set up, and that this is neither withdrawn nor for a past term.',
  },
  changed: {
    message: 'Someone else has changed this.',
    resolution: 'Check its current status and try again.',
  },
  mailGone: {
    message: 'This email was already sent or deleted.',
    resolution: 'The list shows the emails that are still waiting.',
  },
  noMember: { message: 'Enter an email address.', resolution: 'Enter it as the log shows it.' },
  conflictChanged: {
    message: 'The registrations have changed since you opened the page.',
    resolution: 'Compare them again before you keep one.',
  },
} as const;

/** Errors of notes about registrations. */
export const noteErrors = {
  empty: { message: 'The note is empty.', resolution: 'Write something, then save it.' },
  long: ({ max }: { max: number }) => ({
    message: 'The note is too long.',
    resolution: `Shorten it to ${max} characters. What you typed is still in the field.`,
  }),
};

/** Errors of the registrar's decisions. */
export const decisionErrors = {
  nothing: {
    message: 'There is nothing to decide.',
    resolution: 'Choose a decision for a registration that is confirmed, and not decided yet.',
  },
  noneChosen: {
    message: 'You chose no registrations.',
    resolution: 'Go back to the list and tick at least one.',
  },
  undone: {
    message: 'This is undone already.',
    resolution: 'There is nothing more to do. The registrations show what holds now.',
  },
  tooLate: {
    message: 'It is too late to undo this.',
    resolution: 'You can decide again. Where emails are sent, the students get another one.',
  },
  changed: {
    message: 'This can’t be undone: someone has a seat or has withdrawn since.',
    resolution: 'Look at the registrations, and decide again.',
  },
  notNext: ({ course, reference }: { course: string; reference: string }) => ({
    message: `Nothing was decided: ${reference} is not the next on the waiting list of ${course} any more.`,
    resolution:
      'It has a decision by now, was withdrawn, or another one comes first. The page “Seats” shows who is next.',
  }),
  noSeat: ({ course }: { course: string }) => ({
    message: `Nothing was decided: ${course} has no free seat any more.`,
    resolution: 'Someone else has it by now. The page “Seats” shows those that are free.',
  }),
  decidedAgain: {
    message: 'This can’t be undone: there is a newer decision.',
    resolution: 'Undo the newer decision first, or decide again.',
  },
  tooMany: {
    message: 'You chose too many registrations for one decision.',
    resolution: 'Choose at most 200.',
  },
} as const;
