import { createSigner } from './signer.ts';

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
};

/** @param secrets the first signs, all verify */
export function createReceipts(secrets: readonly string[]): Receipts {
  const signer = createSigner(secrets);
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
  };
}

function codes(text: string): string[] {
  return text.split('_').filter((code) => code !== '');
}
