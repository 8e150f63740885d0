import { createSealer } from './sealer.ts';
import { createSigner } from './signer.ts';

/** How long the address is shown that a form was sent with, in milliseconds. */
const shownFor = 3_600_000;

/** The data for the page that is shown after a registration. It does not identify the student. */
export type Receipt = {
  reference: string;
  term: string;
  courses: readonly string[];
  waitingList: readonly string[];
};

type Receipts = {
  /** URL-safe and signed, so that receipts can't be forged. */
  sign: (receipt: Receipt) => string;
  /** Returns undefined for a forged receipt. */
  read: (text: string) => Receipt | undefined;
  /** For forms whose next page shows only a reference. */
  signReference: (reference: string) => string;
  readReference: (text: string) => string | undefined;
  /** Adds the address that a form was sent with to that of the next page, encrypted. */
  showAddress: (location: string, sent: { email: string; now: Date }) => string;
  /** Reads it from the page's address; undefined after an hour, or if it is forged or another page's. */
  readAddress: (page: URL, now: Date) => string | undefined;
};

/** @param secrets the first signs, all verify */
export function createReceipts(secrets: readonly string[]): Receipts {
  const signer = createSigner(secrets);
  const sealer = createSealer(secrets);
  return {
    sign({ reference, term, courses, waitingList }) {
      const body = [reference, term, courses.join('_'), waitingList.join('_')].join('.');
      return `${body}.${signer.sign(`receipt ${body}`)}`;
    },

    read(text) {
      const [reference = '', term = '', courses = '', waitingList = '', signature = ''] =
        text.length <= 512 ? text.split('.', 5) : [];
      const body = [reference, term, courses, waitingList].join('.');
      if (!signer.verify(`receipt ${body}`, signature)) return undefined;
      return { reference, term, courses: codes(courses), waitingList: codes(waitingList) };
    },

    signReference: (reference) => `${reference}.${signer.sign(`reference ${reference}`)}`,

    readReference(text) {
      const [reference = '', signature = ''] = text.length <= 512 ? text.split('.', 2) : [];
      return signer.verify(`reference ${reference}`, signature) ? reference : undefined;
    },

    showAddress(location, { email, now }) {
      const sealed = sealer.seal(`${now.getTime()} ${email}`, location);
      return `${location}${location.includes('?') ? '&' : '?'}to=${sealed}`;
    },

    readAddress({ pathname, search }, now) {
      const [location = '', sealed = ''] = `${pathname}${search}`.split(/[?&]to=/);
      const [at = '', email] = sealer.open(sealed, location)?.split(' ') ?? [];
      return now.getTime() - Number(at) < shownFor ? email : undefined;
    },
  };
}

function codes(text: string): string[] {
  return text.split('_').filter((code) => code !== '');
}
