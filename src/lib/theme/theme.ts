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

/** Contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
