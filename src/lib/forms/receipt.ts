import { createHmac, timingSafeEqual } from 'node:crypto';

/** What the page after a registration shows; nothing in it tells who the student is. */
export type Receipt = {
  reference: string;
  term: string;
  courses: readonly string[];
  waitingList: readonly string[];
};

export type Receipts = {
  /** URL-safe text that holds the receipt, signed so that no one can make up an accepted registration. */
  sign: (receipt: Receipt) => string;
  /** Undefined for what we did not sign. */
  read: (text: string) => Receipt | undefined;
};

/** @param secrets the first signs, all verify */
export function createReceipts(secrets: readonly string[]): Receipts {
  const [current] = secrets;
  if (!current) throw new Error('receipts can’t be signed without a secret');
  return {
    sign({ reference, term, courses, waitingList }) {
      const body = [reference, term, courses.join('_'), waitingList.join('_')].join('.');
      return `${body}.${signature(current, body).toString('base64url')}`;
    },

    read(text) {
      const [reference = '', term = '', courses = '', waitingList = '', given = ''] =
        text.length <= 512 ? text.split('.', 5) : [];
      const body = [reference, term, courses, waitingList].join('.');
      const bytes = Buffer.from(given, 'base64url');
      const isSigned = secrets.some((secret) => {
        const expected = signature(secret, body);
        return bytes.length === expected.length && timingSafeEqual(bytes, expected);
      });
      if (!isSigned) return undefined;
      return { reference, term, courses: codes(courses), waitingList: codes(waitingList) };
    },
  };
}

function codes(text: string): string[] {
  return text.split('_').filter((code) => code !== '');
}

function signature(secret: string, body: string): Buffer {
  return createHmac('sha256', secret).update(`receipt ${body}`).digest();
}
