import type { Typeface } from './fonts.ts';
import type { WebFonts } from './web-fonts.ts';

/** Colours in six-digit CSS notation: `#1d5a53`. */
export type Palette = {
  /** Background of the page. */
  ground: string;
  /** Background of fields, cards and the footer. */
  raised: string;
  ink: string;
  /** Secondary text. */
  muted: string;
  line: string;
  /** Links, buttons and selected items. */
  accent: string;
  /** Text on the accent. */
  'on-accent': string;
  /** Background of notices. */
  tint: string;
  /** Deadlines and warnings. */
  warn: string;
  /** Error messages and the borders of their fields. */
  fault: string;
  /** Background of marked search words. */
  mark: string;
  /** Contour lines and rivers of landscapes. */
  contour: string;
  water: string;
};

type Palettes = { light: Palette; dark: Palette };

/** The institute's look for pages: a style sheet with its colours and typefaces, and font files. */
export type Theme = WebFonts;

type Look = { colours: Palettes; fonts: Readonly<Record<string, Typeface>> };

const made = new WeakMap<Look, Promise<Theme>>();

/** Creates the theme of an institute, and writes its font files to `fontsCache`. */
export function makeTheme(look: Look): Promise<Theme> {
  const known = made.get(look) ?? make(look);
  made.set(look, known);
  return known;
}

async function make({ colours, fonts }: Look): Promise<Theme> {
  // Loaded on demand: production servers use finished themes and do not need this module.
  const { makeWebFonts } = await import('./web-fonts.ts');
  const webFonts = await makeWebFonts(fonts);
  return { ...webFonts, css: colourRule(colours) + webFonts.css };
}

/** The colours as a rule for both colour schemes. */
export function colourRule(palettes: Palettes): string {
  return `:root{${colourProperties(palettes)}}`;
}

/** The colours as custom properties. */
export function colourProperties({ light, dark }: Palettes): string {
  const names = Object.keys(light) as (keyof Palette)[];
  const lines = names.map((name) => `--${name}:light-dark(${light[name]},${dark[name]});`);
  return `color-scheme:light dark;${lines.join('')}`;
}
