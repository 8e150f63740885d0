/**
 * Creates a function that adds an institute's other words to a question. A line is a group of words or short phrases
 * that stand for one another; the words after `>` stand for the group, but not the other way round.
 */
export function createOtherWords(lines: readonly string[]): (question: string) => string {
  const groups = lines.map((line) => {
    const [same = [], further = []] = line.split('>').map(toTerms);
    return { same, all: [...same, ...further] };
  });
  return (question) => {
    const words = ` ${question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
    const isAsked = (term: string) => words.includes(` ${term} `);
    const others = groups.filter(({ same }) => same.some(isAsked)).flatMap(({ all }) => all);
    return [question, ...new Set(others.filter((term) => !isAsked(term)))].join(' ');
  };
}

function toTerms(text: string): string[] {
  return text.split(',').flatMap((term) => term.trim().toLowerCase().replace(/\s+/g, ' ') || []);
}
