import { contourLines, onPaper, paint, times } from './paper.ts';

/**
 * Plates for people: a tool of their work, drawn over the contours of a place of their own. The people are invented, so
 * they have no faces to draw.
 */
const size = { width: 640, height: 640 };

const {
  ink,
  paper,
  water,
  paleWater,
  moss,
  paleMoss,
  topsoil,
  subsoil,
  clay,
  sand,
  stone,
  accent,
  rust,
  peat,
} = paint;

/** Shapes on a square of 240, by the name of the person's file. */
const tools: Readonly<Record<string, string>> = {
  // A house beside a weir.
  'ruth-ellwood': `
    <path d="M46 118l44-38 44 38v54H46Z" fill="${paper}"/><path d="M38 124l52-46 52 46" /><path d="M78 172v-28h24v28M62 126h14v14H62ZM104 126h14v14h-14Z" fill="${sand}"/><path d="M112 82V64h14v30" fill="${paper}"/>
    <path d="M20 172h122l16 26h62v22H20Z" fill="${paleWater}" stroke="none"/><path d="M20 172h122c8 0 10 26 22 26h56" stroke="${water}"/><path d="M34 188h88M50 204h96M176 210h34" stroke="${water}"/>`,
  // A dipwell in moss.
  'amara-okonkwo-reid': `
    <path d="M20 150c20-26 48-22 60-4 14-22 44-24 62-2 16-20 46-18 78 6v70H20Z" fill="${paleMoss}"/><path d="M20 186h200v34H20Z" fill="${peat}" stroke="none"/>
    <path d="M108 52h26v148h-26Z" fill="#fff"/><path d="M102 40h38v14h-38Z" fill="${accent}"/><path d="M110 160h22v38h-22Z" fill="${water}" stroke="none"/><path d="M115 74h12M115 92h12M115 110h12M115 128h12" />
    <path d="M40 148v-26m0 0l-8-10m8 10l8-10M64 134v-20m0 0l-7-9m7 9l7-9M176 138v-30m0 0l-8-10m8 10l8-10M202 142v-18m0 0l-6-8m6 8l6-8" stroke="${moss}"/>`,
  // A gauge board in a river.
  'tomasz-wieczorek': `
    <path d="M98 36h44v172H98Z" fill="#fff"/>${marks(98, 48, 9)}
    <path d="M20 150h200v70H20Z" fill="${water}" fill-opacity=".32" stroke="none"/><path d="M20 150q14-12 28 0t28 0 28 0 28 0 28 0 28 0 32 0" stroke="${water}"/><path d="M30 176q12-10 24 0t24 0M158 182q12-10 24 0t24 0M70 202q12-10 24 0t24 0 24 0" stroke="${water}"/>`,
  // A spade in the ground.
  'ines-calder': `
    <path d="M20 132h200v30H20Z" fill="${topsoil}" stroke="none"/><path d="M20 162h200v30H20Z" fill="${subsoil}" stroke="none"/><path d="M20 192h200v28H20Z" fill="${clay}" stroke="none"/><path d="M20 132h200"/>
    <path d="M96 128h48v36c0 22-14 34-24 40-10-6-24-18-24-40Z" fill="${stone}"/><path d="M120 128V52" stroke="${ink}" stroke-width="9"/><path d="M120 128V52" stroke="${sand}" stroke-width="4"/><path d="M98 36h44l-8 18h-28Z" fill="${sand}"/>
    <path d="M36 132v-14m8 14v-20m8 20v-12M178 132v-16m8 16v-22m8 22v-12" stroke="${moss}"/><circle cx="58" cy="206" r="6" fill="${stone}"/><circle cx="186" cy="178" r="5" fill="${stone}"/>`,
  // A level on its tripod.
  'farid-haidari': `
    <path d="M112 116L64 214M128 116l48 98M120 116v92"/><path d="M98 104h44v14H98Z" fill="${sand}"/><path d="M108 104v-12h24v12" />
    <path d="M74 62h92v30H74Z" fill="${accent}"/><path d="M166 66h20v22h-20ZM74 68H60v18h14Z" fill="${paper}"/><circle cx="110" cy="77" r="8" fill="${paper}"/><path d="M186 77h34" stroke="${rust}" stroke-dasharray="3 9"/>
    <path d="M44 214h152" stroke="${moss}"/>`,
  // A boundary stone with the mark of a survey.
  'bronwen-pryce': `
    <path d="M78 206V86c0-30 18-46 42-46s42 16 42 46v120Z" fill="${stone}" fill-opacity=".75"/><path d="M96 92h48M120 94v48M120 94l-20 40M120 94l20 40" stroke-width="6"/>
    <path d="M20 206h200"/><path d="M36 206v-18m10 18v-26m10 26v-14M182 206v-20m10 20v-28m10 28v-14" stroke="${moss}"/>`,
  // A finger post.
  'gareth-nwosu': `
    <path d="M112 46h16v166h-16Z" fill="${sand}"/><path d="M128 62h62l20 17-20 17h-62Z" fill="${paper}"/><path d="M112 106H52l-20 17 20 17h60Z" fill="${paper}"/><path d="M144 79h36M60 123h36" stroke="${accent}"/>
    <path d="M110 46l10-14 10 14Z" fill="${sand}"/><path d="M20 212h200"/><path d="M20 212c50-4 60-28 92-30m16 0c34 0 40 26 92 30" stroke="${moss}" stroke-dasharray="10 9"/>`,
  // Two boots.
  'hamish-dunnett': `
    <path d="M66 44h42v96c0 14 34 14 34 44v18H66Z" fill="${moss}"/><path d="M66 202h76v12H66Z" fill="${ink}"/><path d="M66 64h42M80 104h28" />
    <path d="M138 58h38v88c0 14 32 14 32 42v14h-64c0-34-6-34-6-62Z" fill="${moss}" fill-opacity=".7"/><path d="M148 202h60v12h-60Z" fill="${ink}"/><path d="M138 76h38" /><path d="M24 214h192"/>`,
  // A register and a pen.
  'josephine-adeyemi-hart': `
    <path d="M120 86c-22-18-60-20-88-10v112c28-10 66-8 88 10 22-18 60-20 88-10V76c-28-10-66-8-88 10Z" fill="#fff"/><path d="M120 86v112"/><path d="M48 100c18-4 36-2 54 6M48 124c18-4 36-2 54 6M48 148c18-4 36-2 54 6M138 106c18-8 36-10 54-6M138 130c18-8 36-10 54-6" stroke="${water}"/>
    <path d="M206 34l-54 98-4 22 18-12 54-98Z" fill="${sand}"/><path d="M152 132l14 10" />`,
  // A well and the water table.
  'mei-lin-forster': `
    <path d="M20 92h200v38H20Z" fill="${sand}" stroke="none"/><path d="M20 130h200v40H20Z" fill="${clay}" stroke="none"/><path d="M20 170h200v50H20Z" fill="${stone}" stroke="none"/><path d="M20 140c60-12 140 10 200-4v84H20Z" fill="${water}" fill-opacity=".38" stroke="none"/>
    <path d="M20 92h200"/><path d="M20 140c60-12 140 10 200-4" stroke="${water}" stroke-dasharray="12 9"/><path d="M104 60h32v146h-32Z" fill="${paper}"/><path d="M107 138h26v66h-26Z" fill="${water}" stroke="none"/><path d="M94 48h52v14H94Z" fill="${accent}"/><path d="M104 180h32M104 192h32"/>
    <path d="M44 178q22 12 44 2m-12-8l12 8-10 10M196 184q-18 8-38-2m10-8l-10 8 12 9" stroke="${water}"/>`,
  // A sample bottle.
  'nadia-petrossian': `
    <path d="M92 34h56v24H92Z" fill="${accent}"/><path d="M98 58h44v18c0 10 24 16 24 40v82c0 8-6 14-14 14H88c-8 0-14-6-14-14v-82c0-24 24-30 24-40Z" fill="#fff"/><path d="M77 140q14-10 28 0t28 0 30 0v58c0 6-5 11-11 11H88c-6 0-11-5-11-11Z" fill="${water}" fill-opacity=".6" stroke="none"/><path d="M77 140q14-10 28 0t28 0 30 0" stroke="${water}"/>
    <path d="M88 158h64v34H88Z" fill="${paper}"/><path d="M98 170h44M98 181h28" /><path d="M194 92c10 14 14 20 14 27a14 14 0 0 1-28 0c0-7 4-13 14-27Z" fill="${paleWater}" stroke="${water}"/>`,
  // A cup of tea.
  'callum-reyes-baxter': `
    <path d="M58 100h104v62c0 24-18 40-40 40h-24c-22 0-40-16-40-40Z" fill="#fff"/><path d="M162 116c34-6 40 52-6 56"/><path d="M60 124h102" stroke="${rust}" stroke-width="7"/><path d="M34 206h152"/>
    <path d="M88 84c-10-14 10-22 0-38M112 84c-10-14 10-22 0-38M136 84c-10-14 10-22 0-38" stroke="${stone}"/>`,
  // Books and rolled maps.
  'sunita-rao': `
    <path d="M36 196V74h28v122ZM64 196V56h22v140ZM86 196V84h30v112Z" fill="${sand}"/><path d="M64 196V56h22v140Z" fill="${accent}"/><path d="M86 196V84h30v112Z" fill="${paleWater}"/><path d="M124 192l22-112 26 5-22 112Z" fill="${clay}"/><path d="M36 92h28M36 176h28M86 102h30M86 178h30"/>
    <path d="M182 196V70h24v126Z" fill="#fff"/><ellipse cx="194" cy="70" rx="12" ry="6" fill="${paper}"/><path d="M190 70a4 2 0 1 0 8 0"/><path d="M20 200h200"/>`,
};

function marks(x: number, y: number, count: number): string {
  const each = times(count, (index) => `M${x} ${y + index * 18}h${index % 2 === 0 ? 26 : 14}`);
  return `<path d="${each.join('')}" stroke-linecap="butt"/>`;
}

export const peopleWithPlates = Object.keys(tools);

/** The plate of a person. */
export function plate(name: string): string {
  const contours = contourLines(name, { ...size, levels: 9, opacity: 0.4, step: 26 });
  const river = `<path d="${contours.river}" stroke="${water}" stroke-width="7" opacity=".3"/>`;
  const tool = `<g transform="translate(56 52) scale(2.2)" stroke="${ink}" stroke-width="3.6">${tools[name] ?? ''}</g>`;
  return onPaper(contours.svg + river + tool, size);
}
