import sharp from 'sharp';
import { mapSheet, relief } from './drawings/maps.ts';
import { sheet } from './drawings/paper.ts';
import { peopleWithPlates, plate } from './drawings/plates.ts';
import { hills, hydrographs, meadow, parcels } from './drawings/scenes.ts';
import { groundwater, peatCores, riverSection, soilProfile } from './drawings/sections.ts';

/**
 * Draws the pictures of the sample's people, courses, programs, news and events, all of invented places:
 * `node scripts/draw-pictures.ts`, or with the names of some of them. Each is beside the text that shows it.
 */
const drawings: Readonly<Record<string, () => string | Buffer>> = {
  'courses/soil-science': () => soilProfile('SOIL101'),
  'courses/soil-health': () => soilProfile('SOIL110 garden'),
  'courses/soil-carbon': () => peatCores('SOIL201 cores'),
  'courses/peatland-restoration': () => peatCores('a'),
  'courses/groundwater': () => groundwater('c'),
  'courses/introduction-to-hydrology': () => mapSheet('HYD101 lark'),
  'courses/measuring-river-flow': () => riverSection('b'),
  'courses/low-flows-and-drought': () => riverSection('HYD310 low', 520),
  'courses/catchment-planning': () => relief({ seed: 'i' }),
  'courses/terrain-and-flood-modelling': () => relief({ seed: 'j', flood: 0.55 }),
  'courses/remote-sensing': () => relief({ seed: 'k', cell: 20 }),
  'courses/maps-and-gis': () => mapSheet('h'),
  'courses/field-survey': () => mapSheet('MAP110 survey'),
  'courses/common-land-and-easements': () => parcels('g'),
  'courses/public-paths-and-access': () => parcels('LAW110 paths'),
  'courses/meadows-and-ponds': () => meadow('e'),
  'courses/reading-a-landscape': () => hills('d'),
  'courses/research-methods': () => hydrographs('f'),
  'programs/certificate-land-and-water': () => hills('certificate'),
  'programs/certificate-land-law-and-access': () => parcels('certificate law'),
  'programs/certificate-mapping-and-survey': () => mapSheet('certificate survey'),
  'programs/diploma-catchment-restoration': () => relief({ seed: 'diploma catchment' }),
  'programs/diploma-water-quality-and-rivers': () => riverSection('diploma rivers'),
  'programs/masters-land-and-water': () => groundwater('masters'),
  'news/what-the-dipwells-say': () => peatCores('dipwells'),
  'news/a-dry-year-on-the-lark': () => hydrographs('a dry year'),
  'news/finding-old-drains-from-the-air': () => relief({ seed: 'old drains' }),
  'news/flood-on-the-low-meadows': () => relief({ seed: 'low meadows', flood: 0.62 }),
  'news/thirty-years-of-meadow-plants': () => meadow('thirty years'),
  'news/ten-years-of-trees': () => hills('ten years of trees'),
  'news/new-recorder-on-the-lark': () => riverSection('recorder'),
  'news/soil-carbon-online': () => soilProfile('soil carbon online'),
  'events/lecture-harrow-moss': () => peatCores('lecture'),
  'events/meadow-plant-count-2027': () => meadow('plant count'),
  'events/open-day-february-2027': () => hills('open day'),
  'settings/home': () => hills('larkmoor home'),
  ...Object.fromEntries(peopleWithPlates.map((name) => [`people/${name}`, () => plate(name)])),
};

const wanted = process.argv.slice(2);
let sum = 0;
for (const [name, draw] of Object.entries(drawings)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const drawn = draw();
  const picture =
    typeof drawn === 'string'
      ? sharp(Buffer.from(drawn))
      : sharp(drawn, { raw: { width: sheet.width, height: sheet.height, channels: 3 } });
  const { size } = await picture
    .resize({ width: 1200, withoutEnlargement: true })
    .webp({ quality: 66, effort: 6 })
    .toFile(`src/content/${name}.webp`);
  sum += size;
  console.log(`${name}: ${(size / 1000).toFixed(0)} kB`);
}
console.log(`${(sum / 1000).toFixed(0)} kB in all`);
