/**
 * Words that frame a question and seldom tell what it is about. They still count a little, since a page may be
 * about one of them.
 */
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

/** Words by which a question leans on what was said before. */
export const leaningWords: ReadonlySet<string> = new Set(
  `it its that this these those they them their theirs he she him her his hers one ones there then same both
  either neither another other others`.split(/\s+/),
);

/** How a message that goes on with the last question begins. */
export const goingOn =
  /^\W*(?:and|also|but|or|so|then|what about|how about|what if|same for|okay and|ok and)\b/i;
