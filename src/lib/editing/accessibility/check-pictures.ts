import type { Article, Barrier } from './accessibility-article.ts';

export function checkPictures({ pictures }: Article): Barrier[] {
  return pictures.flatMap(({ alt, caption, src }): Barrier[] => {
    const words = alt || src.replace(/^.*\//, '').replace(/\.[\w.]+$/, '');
    const report = (message: string, fix: string) => [{ message, fix, words }];
    const trimmed = alt.trim();
    if (trimmed === '')
      return report('a picture has no description', 'say what it shows, for people who can’t see it');
    if (
      /\.(jpe?g|png|gif|svg|webp|avif|heic|tiff?)$/i.test(trimmed) ||
      /^(img|dsc|dscn|pxl|photo|image|scan|screenshot)[-_ ]?\d+/i.test(trimmed)
    ) {
      return report(`the description "${trimmed}" is the name of a file`, 'say what the picture shows');
    }
    if (
      /^(an? |the )?(image|picture|photo|photograph|graphic|icon|figure|diagram|chart|graph|logo|map|alt|alt text|untitled|todo|placeholder|screenshot|drawing|banner|thumbnail|description)\.?$/i.test(
        trimmed,
      )
    ) {
      return report(
        `the description "${trimmed}" does not say what the picture shows`,
        'say what matters in it here',
      );
    }
    if (
      /^(an? |the |this )?(image|picture|photo|photograph|graphic)\b.{0,12}?\b(of|showing|shows|that shows)\b/i.test(
        trimmed,
      )
    ) {
      return report(
        `the description begins with "${trimmed.split(' ').slice(0, 4).join(' ')}"`,
        'leave that out: screen readers say that it is a picture',
      );
    }
    if (
      /\b(poster|flyer|flier|leaflet|scan(ned)?|screenshot|text|timetable|notice|infographic|slide) (that |which )?(reads?|reading|saying|says|of (a |the )?(text|table|page|document|form|email|letter|timetable|paragraph|price|list))\b|^(text|words|slogan|caption)\b ?:/i.test(
        trimmed,
      )
    ) {
      return report(
        'the picture seems to show text',
        'write the words into the page: pictures of text can’t be enlarged, translated or read aloud',
      );
    }
    if (trimmed.length > 450)
      return report(
        'the description is longer than a few sentences',
        'shorten it to what matters, and move the rest into the text',
      );
    if (caption && trimmed.toLowerCase() === caption.toLowerCase()) {
      return report('the description repeats the caption', 'say what the picture shows beyond its caption');
    }
    return [];
  });
}

export function checkTables({ tables }: Article): Barrier[] {
  return tables.flatMap(({ headers, rows, words }): Barrier[] => {
    const report = (message: string, fix: string) => [{ message, fix, words }];
    if (headers.length === 0)
      return report('a table has no headings', 'write what each column is in its first row');
    const empty = headers.filter((header, index) => header === '' && index > 0).length;
    if (headers.every((header) => header === ''))
      return report('the headings of a table are empty', 'write what each column is in its first row');
    if (empty > 0)
      return report('a column of a table has no heading', 'write what the column is in the first row');
    if (headers.length === 1)
      return report(
        'a table has only one column',
        'write a list instead: screen readers announce tables cell by cell',
      );
    if (headers[0] === '' && new Set(headers).size < headers.length)
      return report('two columns of a table have the same heading', 'say what is different');
    if (new Set(headers).size < headers.length)
      return report('two columns of a table have the same heading', 'say what is different');
    if (rows === 0) return report('a table has no rows', 'fill it, or delete it');
    return [];
  });
}
