/**
 * Words that need what was said before: pronouns, and words that compare or count. Some have other uses too ("I read
 * that ...").
 */
export const pointingWords: ReadonlySet<string> = new Set(
  `he him his she her hers it its they them their theirs this that these those one ones
  other others another same else instead also too either more then first second third next last`.split(/\s+/),
);

/** The beginning of a question that goes on with what was said before. */
export const pointingStart = /^\W*(?:and|but|or|so|what about|how about|what if)\b/iu;
