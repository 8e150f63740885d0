import type { Article, Barrier } from './accessibility-article.ts';

/** Frequent short words of languages that an English site is likely to quote. */
const frequentWords: Readonly<Record<string, { code: string; words: string }>> = {
  Welsh: {
    code: 'cy',
    words:
      'yn y yr mae ar gan dros dydd ac neu ond wedi eu ein ei bod hyn gyda rydym chi ni nid oes beth lle yw fel am bydd roedd cael holl croeso bore da diolch nos llyn afon tir dŵr mynydd cymru i’r a’r o’r',
  },
  German: {
    code: 'de',
    words:
      'der die das und ist nicht mit für ein eine einen dem den des auf von zu im wir sie ich auch wird werden bei nach über sind oder wie aus dass kein haben hat',
  },
  French: {
    code: 'fr',
    words:
      'le la les et est une un dans pour avec des du de ce cette qui que nous vous sur pas au aux il elle sont par plus tout être leur ses',
  },
  Spanish: {
    code: 'es',
    words:
      'el la los las y es una un en para con del de que por se su sus más como está son este esta nuestro al lo donde también',
  },
  Latin: {
    code: 'la',
    words:
      'et est in non ad cum ex sed quod qui quae sunt per ut pro ab sine aut atque nec neque omnia semper carpe festina lente',
  },
};

/** English words, which don't count as evidence of another language. */
const englishWords = new Set(
  'a am an and are as at be but by can do for from go had has have he her his i if in is it its me more most my no not of on one or our per pro she so than that the their them then there these they this to was we were what when where which who will with would you your est ad sine ex die son sur plus un en la y am'.split(
    ' ',
  ),
);

const least = 4;

/** Finds sentences in another language without <Lang>, which screen readers would mispronounce. */
export function findForeignWords({ texts }: Article): Barrier[] {
  return texts.flatMap(({ text, language }): Barrier[] => {
    if (language !== undefined && !language.startsWith('en')) return [];
    return text.split(/(?<=[.!?:;(“"])\s+|["”“()]/u).flatMap((sentence) => barrierIn(sentence) ?? []);
  });
}

function barrierIn(sentence: string): Barrier | undefined {
  const words =
    sentence
      .toLowerCase()
      .replaceAll("'", '’')
      .match(/[\p{L}’]+/gu) ?? [];
  if (words.length < least) return undefined;
  const english = words.filter((word) => englishWords.has(word)).length;
  for (const [name, { code, words: list }] of Object.entries(frequentWords)) {
    const known = new Set(list.split(' '));
    const strong = words.filter((word) => known.has(word) && !englishWords.has(word)).length;
    if (strong >= 2 && strong / words.length >= 0.25 && english <= strong) {
      const shown = sentence.trim().slice(0, 60);
      return {
        message: `"${shown}" seems to be ${name}`,
        fix: `put it in <Lang code="${code}">...</Lang>, so that screen readers pronounce it correctly`,
        words: shown,
      };
    }
  }
  return undefined;
}
