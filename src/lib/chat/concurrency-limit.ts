import { chatUnavailable } from './unavailable.ts';

/** Bounds how many answers are under way at once, and with them what they hold in memory. */
export function createPlaces(most: number) {
  let taken = 0;
  return {
    /** @returns what gives the place back, once @throws ApiError CHAT_UNAVAILABLE when all are taken */
    take(): () => void {
      if (taken >= most) {
        throw chatUnavailable({
          message: 'Too many questions are being answered at once.',
          retryAfterSeconds: 10,
        });
      }
      taken += 1;
      let isLeft = false;
      return () => {
        if (!isLeft) taken -= 1;
        isLeft = true;
      };
    },
  };
}
