/**
 * Words that are ignored in queries. The list is short on purpose: words that could be the subject of a page ("will",
 * "may", "leave") must stay searchable. Contractions stand without their apostrophe.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about am an and are as at be been but by can could did do does doing for from get had has have having
  he her his how i if in into is it its just me my next of on onto or our please shall she should so some than that
  the their them then there these they this those to too upcoming us was we were what when where which while who whom
  whose why with would you your yours

  arent cant couldnt didnt doesnt dont hadnt hasnt havent hows im isnt itll ive shouldnt thats theres theyre theyve wasnt
  whatll whats whens wheres wholl whos whys wouldnt youll youre youve`.split(/\s+/),
);
