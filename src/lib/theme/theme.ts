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

export type Palettes = { light: Palette; dark: Palette };

/** The colours as custom properties for both colour schemes. */
export function themeCss({ light, dark }: Palettes): string {
  const names = Object.keys(light) as (keyof Palette)[];
  const lines = names.map((name) => `  --${name}: light-dark(${light[name]}, ${dark[name]});`);
  return [':root {', '  color-scheme: light dark;', ...lines, '}', ''].join('\n');
}
