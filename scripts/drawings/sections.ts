import { across, band, createPencil, line, onPaper, paint, sheet, times, type Pencil } from './paper.ts';

/** A soil pit wall: layers, stones, roots and grass. */
export function soilProfile(seed: string): string {
  const pencil = createPencil(seed);
  const { between, wave } = pencil;
  const depths = [190, between(330, 380), between(520, 590), between(740, 800), 1020];
  const colours = [paint.topsoil, paint.subsoil, paint.clay, paint.sand];
  const edges = depths.map((depth, row) =>
    across((x) => depth + (row === 0 ? 8 : 26) * wave(x / 260, row) + 6 * wave(x / 60, row + 20)),
  );
  const layers = colours.map(
    (colour, row) => `<path d="${band(edges[row] ?? [], edges[row + 1] ?? [])}" fill="${colour}"/>`,
  );
  const limits = edges
    .slice(1, -1)
    .map((edge) => `<path d="${line(edge)}" stroke="${paint.ink}" stroke-width="2" opacity=".45"/>`);
  const mottles = times(46, () => {
    const [x, y, wide] = [between(0, 1500), between(600, 780), between(8, 26)];
    return `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${wide / 3}" fill="${paint.rust}" opacity=".5"/>`;
  });
  const dots = times(700, () => {
    const y = between(210, 1000);
    const dark = y < 560;
    return `<circle cx="${between(0, 1500)}" cy="${y}" r="${between(1, 2.6)}" fill="${dark ? paint.paper : paint.topsoil}" opacity=".35"/>`;
  });
  return onPaper(
    [
      ...layers,
      ...dots,
      ...mottles,
      ...limits,
      ...times(40, () => stone(pencil, between(0, 1500), between(790, 1000), between(14, 46))),
      ...times(9, () => stone(pencil, between(0, 1500), between(420, 760), between(8, 18))),
      ...times(11, (index) => root(pencil, 70 + index * 140 + between(-40, 40))),
      grass(pencil, (x) => 192 + 8 * wave(x / 260, 0)),
    ].join(''),
  );
}

function stone({ between }: Pencil, x: number, y: number, size: number): string {
  const corners = times(7, (index) => {
    const angle = (index / 7) * 2 * Math.PI;
    const reach = size * between(0.7, 1.1);
    return [x + reach * 1.3 * Math.cos(angle), y + reach * 0.8 * Math.sin(angle)] as const;
  });
  return `<path d="${line(corners)}Z" fill="${paint.stone}" stroke="${paint.ink}" stroke-width="2"/>`;
}

function root({ between, random }: Pencil, start: number): string {
  const grow = (x: number, y: number, [angle, width]: [number, number]): string => {
    const points: [number, number][] = [[x, y]];
    let [here, down, turn] = [x, y, angle];
    const count = Math.round(width * 5 + 4);
    for (let step = 0; step < count; step += 1) {
      turn += between(-0.35, 0.35);
      here += 22 * Math.sin(turn);
      down += 22 * Math.cos(turn);
      points.push([here, down]);
    }
    const side = points[Math.floor(count / 2)] ?? [x, y];
    const branch =
      width > 1.2 ? grow(side[0], side[1], [turn + (random() < 0.5 ? 0.8 : -0.8), width - 1]) : '';
    return `<path d="${line(points)}" stroke="${paint.paper}" stroke-width="${width}" opacity=".8"/>${branch}`;
  };
  return grow(start, 195, [between(-0.3, 0.3), between(2, 3.8)]);
}

export function grass({ between }: Pencil, groundAt: (x: number) => number, height = 60): string {
  const blades = times(260, (index) => {
    const x = index * 5.8 + between(-4, 4);
    const [tall, lean] = [between(height / 3, height), between(-14, 14)];
    return `M${x.toFixed(0)} ${groundAt(x).toFixed(0)}q${(lean / 4).toFixed(1)} ${(-tall / 2).toFixed(1)} ${lean.toFixed(1)} ${(-tall).toFixed(1)}`;
  });
  return `<path d="${blades.join('')}" stroke="${paint.moss}" stroke-width="2.4"/>`;
}

/** Peat cores side by side, with lines that join the same layers. */
export function peatCores(seed: string): string {
  const { between, wave } = createPencil(seed);
  const colours = [paint.moss, '#a88a5c', '#7a5b3e', paint.topsoil, '#46352a', paint.peat, '#8c8577'];
  const count = 6;
  const lefts = times(count, (index) => 110 + index * 235);
  const wide = 104;
  const starts = [0, 0.09, 0.2, 0.36, 0.52, 0.7, 0.88, 1];
  const tops = lefts.map((_, core) => 130 + 34 * wave(core * 0.7, 1));
  const ends = lefts.map((_, core) => 800 + 90 * wave(core * 0.6, 2));
  const depthAt = (core: number, row: number) => {
    const [top = 0, end = 0] = [tops[core], ends[core]];
    const start = starts[row] ?? 1;
    const shift = row === 0 || row === 7 ? 0 : 0.045 * wave(core * 0.8, row + 4);
    return top + (end - top) * (start + shift);
  };
  const cores = lefts.map((left, core) => {
    const bands = colours.map((colour, row) => {
      const [from, to] = [depthAt(core, row), depthAt(core, row + 1)];
      return `<rect x="${left}" y="${from}" width="${wide}" height="${to - from + 1}" fill="${colour}"/>`;
    });
    const fibres = times(60, () => {
      const [x, y] = [left + between(6, wide - 26), between(depthAt(core, 1), depthAt(core, 6))];
      return `M${x.toFixed(0)} ${y.toFixed(0)}q8 ${between(-6, 6).toFixed(1)} ${between(10, 20).toFixed(1)} 0`;
    });
    const outline = `<rect x="${left}" y="${depthAt(core, 0)}" width="${wide}" height="${depthAt(core, 7) - depthAt(core, 0)}" rx="10" stroke="${paint.ink}" stroke-width="3"/>`;
    return `${bands.join('')}<path d="${fibres.join('')}" stroke="${paint.sand}" stroke-width="1.6" opacity=".55"/>${outline}`;
  });
  const joins = lefts.slice(0, -1).flatMap((left, core) =>
    times(6, (index) => {
      const row = index + 1;
      return `M${left + wide + 8} ${depthAt(core, row).toFixed(0)}L${(lefts[core + 1] ?? 0) - 8} ${depthAt(core + 1, row).toFixed(0)}`;
    }),
  );
  return onPaper(
    `<path d="${joins.join('')}" stroke="${paint.ink}" stroke-width="1.8" stroke-dasharray="3 9" opacity=".7"/>${cores.join('')}`,
  );
}

/** A river's cross-section with lines of equal speed and a staff gauge. */
export function riverSection(seed: string, level = 380): string {
  const pencil = createPencil(seed);
  const { between, wave } = pencil;
  const middle = between(690, 810);
  const bed = across((x) => {
    const from = Math.abs(x - middle) / (x < middle ? 560 : 480);
    const bank = 1 / (1 + Math.exp((1 - from) * 9));
    return 760 - 500 * bank - 60 * Math.exp(-((x - middle - 140) ** 2) / 30_000) + 14 * wave(x / 90);
  });
  const wet = bed.filter(([, y]) => y > level);
  const [left, right] = [wet[0]?.[0] ?? 0, wet.at(-1)?.[0] ?? sheet.width];
  const water = `${line([[left, level], ...wet, [right, level]])}Z`;
  const speeds = times(6, (index) => {
    const part = 1 - (index + 1) / 7;
    return `<ellipse cx="${middle + 30}" cy="${level + 40}" rx="${(right - left) * 0.5 * part}" ry="${370 * part}"/>`;
  });
  const verticals = times(9, (index) => {
    const x = left + ((right - left) * (index + 1)) / 10;
    const floor = bed.find(([at]) => at >= x)?.[1] ?? level;
    return `M${x.toFixed(0)} ${level}V${floor.toFixed(0)}`;
  });
  const ground = band(
    bed,
    across(() => 1010),
  );
  const under = times(900, () => {
    const x = between(0, 1500);
    const y = between(300, 1000);
    const floor = bed.find(([at]) => at >= x)?.[1] ?? 0;
    return y > floor + 12 ? `<circle cx="${x}" cy="${y}" r="${between(1.2, 4)}"/>` : '';
  });
  const groundAt = (x: number) => bed.find(([at]) => at >= x)?.[1] ?? 0;
  return onPaper(
    [
      `<clipPath id="water"><path d="${water}"/></clipPath>`,
      `<path d="${water}" fill="${paint.paleWater}"/>`,
      `<g clip-path="url(#water)" stroke="${paint.water}" stroke-width="2.4">${speeds.join('')}</g>`,
      `<path d="${verticals.join('')}" stroke="${paint.accent}" stroke-width="2" stroke-dasharray="2 9"/>`,
      `<path d="M${left} ${level}H${right}" stroke="${paint.water}" stroke-width="5"/>`,
      `<path d="${ground}" fill="${paint.sand}"/><g fill="${paint.subsoil}" opacity=".6">${under.join('')}</g>`,
      `<path d="${line(bed)}" stroke="${paint.ink}" stroke-width="5"/>`,
      grass(pencil, (x) => (groundAt(x) < level - 30 ? groundAt(x) : -500), 80),
      gauge(left + 150, level),
    ].join(''),
  );
}

/** A graduated board that stands in the water. */
function gauge(x: number, level: number): string {
  const marks = times(9, (index) => `M${x - 16} ${level - 190 + index * 34}h${index % 2 === 0 ? 32 : 18}`);
  return `<rect x="${x - 18}" y="${level - 210}" width="36" height="330" fill="#fff" stroke="${paint.ink}" stroke-width="4"/><path d="${marks.join('')}" stroke="${paint.ink}" stroke-width="5" stroke-linecap="butt"/>`;
}

/** Hills in section, with strata, the water table and boreholes. */
export function groundwater(seed: string): string {
  const pencil = createPencil(seed);
  const { between, wave } = pencil;
  const valley = between(860, 1040);
  const surfaceAt = (x: number) =>
    250 + 300 * Math.exp(-((x - valley) ** 2) / 90_000) + 60 * wave(x / 420) + 8 * wave(x / 70, 3);
  const tableAt = (x: number) =>
    Math.max(surfaceAt(x) + 2, 410 + 130 * Math.exp(-((x - valley) ** 2) / 160_000));
  const surface = across(surfaceAt);
  const floor = across(() => 1010);
  const pool = surface.filter(([, y]) => y > 505);
  const strata = [paint.sand, paint.clay, paint.subsoil, paint.stone].map((colour, row) => {
    const top = across((x) =>
      Math.max(surfaceAt(x), 330 + row * 175 + x * 0.05 + 22 * wave(x / 330, row + 5)),
    );
    return `<path d="${band(top, floor)}" fill="${colour}" opacity=".8"/><path d="${line(top)}" stroke="${paint.ink}" stroke-width="1.6" opacity=".5"/>`;
  });
  const wells = [between(180, 260), between(480, 600), between(1230, 1360)].map((x) => {
    const [top, wet] = [surfaceAt(x), tableAt(x)];
    return `<path d="M${x - 9} ${top - 46}V${wet + 190}H${x + 9}V${top - 46}Z" fill="${paint.paper}" stroke="${paint.ink}" stroke-width="4"/><path d="M${x - 7} ${wet}h14V${wet + 188}h-14Z" fill="${paint.water}"/><path d="M${x - 20} ${top - 50}h40" stroke="${paint.ink}" stroke-width="8"/>`;
  });
  const flows = times(7, (index) => {
    const x = 90 + index * 215;
    const side = x < valley ? 1 : -1;
    const y = tableAt(x) + 90 + (index % 3) * 70;
    return `M${x} ${y}q${70 * side} 40 ${140 * side} 26m${-22 * side} -16l${22 * side} 16l${-24 * side} 12`;
  });
  return onPaper(
    [
      `<path d="${band(surface, floor)}" fill="${paint.sand}"/>`,
      ...strata,
      `<path d="${band(across(tableAt), floor)}" fill="${paint.water}" opacity=".22"/>`,
      `<path d="${line(across(tableAt))}" stroke="${paint.water}" stroke-width="4" stroke-dasharray="18 12"/>`,
      `<path d="${line(pool)}Z" fill="${paint.water}"/>`,
      `<path d="${flows.join('')}" stroke="${paint.water}" stroke-width="4" opacity=".85"/>`,
      `<path d="${line(surface)}" stroke="${paint.ink}" stroke-width="4"/>`,
      grass(pencil, (x) => surfaceAt(x), 40),
      ...wells,
    ].join(''),
  );
}
