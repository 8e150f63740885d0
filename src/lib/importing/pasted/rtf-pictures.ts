type RtfPicture = { type: 'image/png' | 'image/jpeg'; bytes: Uint8Array<ArrayBuffer> };

/**
 * The pictures of a text in Rich Text Format, in order. HTML of Word names pictures by files that a page cannot read; the
 * RTF beside it contains them, as hexadecimal digits.
 */
export function readRtfPictures(rtf: string): RtfPicture[] {
  return [...rtf.matchAll(/\\(png|jpeg)blip(?![a-z])/g)].flatMap(({ index, 1: kind }): RtfPicture[] => {
    const digits = readDigits(rtf, index);
    if (digits.length === 0) return [];
    const bytes = new Uint8Array(digits.length / 2);
    for (let at = 0; at < bytes.length; at += 1)
      bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
    return [{ type: kind === 'png' ? 'image/png' : 'image/jpeg', bytes }];
  });
}

/** The digits of the group that a picture is in, after its control words and inner groups. */
function readDigits(rtf: string, start: number): string {
  const end = rtf.length;
  let at = start;
  while (at < end && rtf[at] !== '}') {
    if (rtf[at] === '{') at = rtf.indexOf('}', at) + 1 || end;
    else if (rtf[at] === '\\') at += /^\\[a-z]+-?\d* ?|^\\./i.exec(rtf.slice(at, at + 40))?.[0].length ?? 1;
    else if (/[\da-f]/i.test(rtf[at] ?? '')) return takeDigits(rtf, at);
    else at += 1;
  }
  return '';
}

function takeDigits(rtf: string, start: number): string {
  const close = rtf.indexOf('}', start);
  const digits = rtf.slice(start, close === -1 ? rtf.length : close).replaceAll(/\s+/g, '');
  return digits.length % 2 === 0 && /^[\da-f]+$/i.test(digits) ? digits : '';
}
