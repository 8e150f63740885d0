import { writeFileSync } from 'node:fs';
import { openBuiltSearch } from './visitor-searches.ts';
import { readQuestions } from './retrieval-questions.ts';
import { readQuotables } from '#lib/search/quotables.ts';
import { canAnswer, isQuestion, kindOfQuestion } from '#lib/i18n/en/questions.ts';
import { meaningfulWords } from '#lib/i18n/words.ts';
const built = await openBuiltSearch('.cache/corpus/dist', { hasMeaning: true });
const { passages, meaning, addTitles, correct } = built as any;
const out: any[] = [];
for (const q of readQuestions('handbook')) {
  if (q.turns.length !== 1) continue;
  const question = correct(q.turns[0]!.text);
  const near = await meaning.nearest(addTitles(question), 5);
  const kind = kindOfQuestion(question);
  const words = passages.find(question, { limit: 5 });
  const found = (near?.passages ?? []).map((e: any) => ({ ...e, passage: passages.get(e.id) }));
  const sec = (p: any) => `${p.path}${p.anchor ? '#' + p.anchor : ''}`;
  const items = found.map((e: any, m: number) => {
    const p = e.passage;
    const others = found.filter((o: any) => sec(o.passage) !== sec(p));
    const shareOf = (w: string, text: string) => passages.coverage(w, { ...p, title: '', heading: '', text });
    const quots = readQuotables(p.text)
      .filter((x: any) => x.asked === undefined && (!kind || canAnswer(x.text, kind)))
      .filter((x: any) => x.isStep !== true || kind === 'steps')
      .map((x: any) => ({
        text: x.paragraph ?? x.text,
        s: x.text,
        label: x.label ?? null,
        labelShare: x.label === undefined ? 1 : shareOf(x.label, question),
        own: shareOf(question, x.text),
        whole: passages.coverage(question, { ...p, text: x.text }),
        wholeP: passages.coverage(question, { ...p, text: x.paragraph ?? x.text }),
        ownP: shareOf(question, x.paragraph ?? x.text),
        right: false,
      }));
    return {
      m,
      sec: sec(p),
      type: p.type,
      anchor: p.anchor,
      sim: e.similarity,
      sent: e.sentenceSimilarity,
      lead: e.similarity - Math.max(0, ...others.map((o: any) => o.similarity)),
      w: words.findIndex((x: any) => x.id === e.id),
      cov: passages.coverage(question, p),
      head: shareOf(question, `${p.title} ${p.heading}`),
      len: p.text.length,
      quots,
    };
  });
  out.push({
    set: 'hb',
    q: q.turns[0]!.text,
    question,
    right: q.right,
    half: q.half,
    isQ: isQuestion(question),
    kind: kind ?? null,
    n: meaningfulWords(question).length,
    known: passages.knownShare(question),
    items,
  });
}
writeFileSync('/tmp/q41/hb.json', JSON.stringify(out));
await built.close();
process.exit(0);
