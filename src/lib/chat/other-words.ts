/**
 * Creates a function that expands a question with the institute's synonyms. A line is a group of words or short
 * phrases. A word before `>` adds all others of its line; a word after it adds nothing.
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
