/** Words that seldom carry a question's topic. They still have a small weight, since a page may be about one. */
export const framingWords: ReadonlySet<string> = new Set(
  `able actually again all allow allowed already also always another any anybody anyone anything anywhere around available back
  become before best better bit call case certain chance come currently details different doesn don during each
  either else ever every everybody everyone everything exactly explain few find first give given go goes going good got happen
  happened happens hello help here hi information just keep kind know larger last let like likely long look
  lot made make many may maybe mean might more most much must need needed needs never new next no normally not
  nobody nothing nowhere now off often ok old one only open other others out over own people per please possible put question
  questions quite rather really right same say see several show since somebody someone something somewhere sort soon still such
  suppose sure take taken tell thank thanks thing things think through time today told try two until up upon
  use used using usually very via want wanted wants way well whether will within without work works yes yet`.split(
    /\s+/,
  ),
);

/** Pronouns and other words that refer to an earlier message. */
export const referringWords: ReadonlySet<string> = new Set(
  `it its that this these those they them their theirs he she him her his hers one ones there then same both
  either neither another other others`.split(/\s+/),
);

/** The start of a message that continues the previous question. */
export const continuationStart =
  /^\W*(?:and|also|but|or|so|then|what about|how about|what if|same for|okay and|ok and)\b/i;
