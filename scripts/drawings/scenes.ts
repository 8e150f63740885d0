import { across, band, createPencil, line, onPaper, paint, sheet, times, type Pencil } from './paper.ts';

/** Hills one behind the other, with a river in the valley. */
export function hills(seed: string): string {
  const { between, wave } = createPencil(seed);
  const colours = ['#e3e0cc', '#cfd3b6', '#b3bd95', '#8ea178', '#5f7a5d', '#3b5a4c'];
  const ridges = colours.map((colour, row) => {
    const edge = across(
      (x) =>
        250 +
        row * 118 -
        (150 - row * 14) * wave(x / (520 - row * 40) + row * 3, row) -
        22 * wave(x / 110, row + 9),
      6,
    );
    const hatch = times(row < 2 ? 0 : 60, (index) => {
      const [x, y] = edge[Math.min(edge.length - 1, index * 4 + Math.floor(between(0, 4)))] ?? [0, 0];
      return `M${x} ${(y + between(10, 26)).toFixed(0)}l${between(-8, 8).toFixed(0)} ${between(20, 60).toFixed(0)}`;
    });
    return `<path d="${band(
      edge,
      across(() => 1010),
    )}" fill="${colour}"/><path d="${line(edge)}" stroke="${paint.ink}" stroke-width="2" opacity=".55"/><path d="${hatch.join('')}" stroke="${paint.ink}" stroke-width="1.4" opacity=".25"/>`;
  });
  const sun = `<circle cx="${between(980, 1250)}" cy="170" r="62" fill="${paint.sand}"/>`;
  return onPaper(sun + ridges.join(''));
}

/** Plants of a hay meadow. */
export function meadow(seed: string): string {
  const pencil = createPencil(seed);
  const { between, pick } = pencil;
  const makers = [panicle, umbel, plantain, burnet, cranesbill];
  const stems = times(64, (index) => ({ x: index * 24 + between(-16, 16), far: index % 2 === 0 }));
  const draw = (far: boolean) =>
    stems
      .filter((stem) => stem.far === far)
      .map(({ x }) => {
        const tall = between(far ? 380 : 480, far ? 620 : 800);
        const lean = between(-60, 60);
        const tip = [x + lean, 1000 - tall] as const;
        const stem = `<path d="M${x.toFixed(0)} 1000Q${x.toFixed(0)} ${(1000 - tall * 0.6).toFixed(0)} ${tip[0].toFixed(0)} ${tip[1].toFixed(0)}" stroke="${paint.moss}" stroke-width="${far ? 2.5 : 4}"/>`;
        return stem + pick(makers)(pencil, tip);
      })
      .join('');
  const blades = times(300, () => {
    const [x, tall] = [between(0, 1500), between(120, 380)];
    return `M${x.toFixed(0)} 1000q${between(-10, 10).toFixed(0)} ${(-tall * 0.6).toFixed(0)} ${between(-50, 50).toFixed(0)} ${(-tall).toFixed(0)}`;
  });
  return onPaper(
    `<rect y="720" width="1500" height="280" fill="${paint.paleMoss}" opacity=".6"/><g opacity=".55">${draw(true)}</g><path d="${blades.join('')}" stroke="${paint.moss}" stroke-width="3"/>${draw(false)}`,
  );
}

type Tip = readonly [x: number, y: number];

function panicle({ between }: Pencil, [x, y]: Tip): string {
  const spikes = times(12, (index) => {
    const [side, down] = [index % 2 === 0 ? 1 : -1, index * 11];
    return `M${x} ${y + down}l${side * (10 + index * 2.5)} ${-between(8, 18)}m0 0l${side * 6} -7`;
  });
  return `<path d="${spikes.join('')}" stroke="${paint.contour}" stroke-width="3.5"/>`;
}

function umbel(_: Pencil, [x, y]: Tip): string {
  const rays = times(9, (index) => {
    const angle = ((index - 4) / 4) * 1.05;
    const tip = [x + 76 * Math.sin(angle), y - 48 * Math.cos(angle)] as const;
    return `<path d="M${x} ${y}L${tip[0]} ${tip[1]}" stroke="${paint.moss}" stroke-width="2"/><circle cx="${tip[0]}" cy="${tip[1]}" r="11" fill="#fff" stroke="${paint.stone}" stroke-width="1.6"/>`;
  });
  return rays.join('');
}

function plantain(_: Pencil, [x, y]: Tip): string {
  return `<ellipse cx="${x}" cy="${y - 20}" rx="10" ry="36" fill="${paint.topsoil}"/><ellipse cx="${x}" cy="${y - 8}" rx="20" ry="6" stroke="${paint.sand}" stroke-width="4"/>`;
}

function burnet(_: Pencil, [x, y]: Tip): string {
  return `<ellipse cx="${x}" cy="${y - 14}" rx="15" ry="24" fill="#7b2f3a"/>`;
}

function cranesbill({ between }: Pencil, [x, y]: Tip): string {
  const turn = between(0, 72);
  const petals = times(
    5,
    (index) =>
      `<ellipse cx="${x}" cy="${y - 22}" rx="14" ry="22" fill="#7a86b8" transform="rotate(${index * 72 + turn} ${x} ${y})"/>`,
  );
  return `${petals.join('')}<circle cx="${x}" cy="${y}" r="6" fill="${paint.paper}"/>`;
}

/** The flow of a river in many years, one line for each. */
export function hydrographs(seed: string): string {
  const { between } = createPencil(seed);
  const rows = times(15, (row) => {
    const base = 190 + row * 54;
    const floods = times(5, () => ({
      at: between(60, 1440),
      peak: between(20, 150),
      length: between(40, 130),
    }));
    const flowAt = (x: number) =>
      floods.reduce((sum, { at, peak, length }) => {
        const since = x - at;
        const part = since < 0 ? Math.exp(since / 16) : Math.exp(-since / length);
        return sum + peak * part;
      }, 8);
    const edge = across((x) => base - flowAt(x), 6);
    const colour = row % 5 === 2 ? paint.accent : paint.water;
    return `<path d="${band(
      edge,
      across(() => base + 6),
    )}" fill="${paint.paper}"/><path d="${line(edge)}" stroke="${colour}" stroke-width="${row % 5 === 2 ? 5 : 3}"/>`;
  });
  return onPaper(rows.join(''));
}

/** Fields with hedges, a stream and a public path. */
export function parcels(seed: string): string {
  const { between, random, pick } = createPencil(seed);
  const [columns, rows] = [7, 5];
  const corners = times(rows + 1, (row) =>
    times(
      columns + 1,
      (column) =>
        [
          (column / columns) * (sheet.width + 200) - 100 + between(-62, 62),
          (row / rows) * (sheet.height + 200) - 100 + between(-52, 52),
        ] as const,
    ),
  );
  const fills = [paint.paper, paint.paper, paint.paleMoss, '#ebe3c6', '#e2e6cf'];
  const fields = times(rows, (row) =>
    times(columns, (column) => {
      const ring = [
        corners[row]?.[column],
        corners[row]?.[column + 1],
        corners[row + 1]?.[column + 1],
        corners[row + 1]?.[column],
      ].filter((corner) => corner !== undefined);
      const marked = row === 2 && column === 3;
      return `<path d="${line(ring)}Z" fill="${marked ? '#f0c9b4' : pick(fills)}" stroke="${marked ? paint.rust : paint.ink}" stroke-width="${marked ? 9 : 3}"/>`;
    }),
  ).flat();
  const trees = times(150, () => {
    const [row, column, part] = [Math.floor(between(0, 5)), Math.floor(between(0, 7)), random()];
    const [from, to] =
      random() < 0.5
        ? [corners[row]?.[column], corners[row]?.[column + 1]]
        : [corners[row]?.[column], corners[row + 1]?.[column]];
    if (!from || !to) return '';
    const [x, y] = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    return `<circle cx="${x}" cy="${y}" r="${between(6, 13)}"/>`;
  });
  const bend = between(-120, 120);
  const stream = `M-20 ${between(640, 820)}C400 ${560 + bend} 600 ${940 - bend} 980 ${700 + bend / 2}S1400 760 1520 ${between(480, 640)}`;
  const path = `M${between(120, 300)} -20C360 300 520 360 760 430S1180 640 ${between(1240, 1420)} 1020`;
  // The marked field lies above its neighbours, so that its edge is whole.
  const sorted = fields.toSorted((a, b) => Number(a.includes(paint.rust)) - Number(b.includes(paint.rust)));
  return onPaper(
    `${sorted.join('')}<g fill="${paint.moss}" stroke="${paint.ink}" stroke-width="1.5">${trees.join('')}</g><path d="${stream}" stroke="${paint.water}" stroke-width="14"/><path d="${path}" stroke="${paint.accent}" stroke-width="7" stroke-dasharray="22 16" stroke-linecap="butt"/>`,
  );
}
