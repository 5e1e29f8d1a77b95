/** Tracks and routes of GPS receivers and maps: GPX and KML. */
import { SaxesParser } from 'saxes';
import { type EarthPlace, earthFault, localMeters } from './earth.js';
import { type FoundPath, pathFault } from './found.js';

interface Line {
  readonly places: EarthPlace[];
}

/** In the order in which they are taken: what was driven, what is to be driven, single places. */
const GPX_KINDS = ['trkpt', 'rtept', 'wpt'] as const;
/** What begins a line of its own; segments of a track follow each other. */
const GPX_LINES = new Set(['trk', 'rte']);

/** @throws FileError */
export function gpxPath(text: string, file: string): FoundPath {
  const lines: Record<string, Line[]> = { trkpt: [], rtept: [], wpt: [{ places: [] }] };
  let segments = 0;
  readXml(text, file, {
    open(name, attributes, line) {
      if (name === 'trkseg') segments += 1;
      if (GPX_LINES.has(name)) lines[`${name}pt`]?.push({ places: [] });
      if (!GPX_KINDS.some((kind) => kind === name)) return;
      lines[name]
        ?.at(-1)
        ?.places.push(
          checked({ latitude: numberOf(attributes.lat), longitude: numberOf(attributes.lon) }, file, line),
        );
    },
  });
  const kind = GPX_KINDS.find((one) => lines[one]?.some(({ places }) => places.length > 0));
  if (!kind) throw pathFault(file, 'this GPX has no track, no route and no waypoints; one of them is wanted');
  const words = { trkpt: 'track', rtept: 'route', wpt: 'waypoints' }[kind];
  const joined = kind === 'trkpt' && segments > 1 ? `, its ${segments} segments joined` : '';
  return single(lines[kind] ?? [], `a GPX ${words}${joined}`, file);
}

/** @throws FileError */
export function kmlPath(text: string, file: string): FoundPath {
  const lines: Line[] = [];
  let coordinates: string | undefined;
  let isLine = false;
  let track: EarthPlace[] | undefined;
  readXml(text, file, {
    open(name) {
      if (name === 'LineString' || name === 'LinearRing') isLine = true;
      if (name === 'coordinates' && isLine) coordinates = '';
      // A track of Google's: a place each, with spaces between its numbers.
      if (name === 'Track') track = [];
      if (name === 'coord' && track) coordinates = '';
    },
    text(more) {
      if (coordinates !== undefined) coordinates += more;
    },
    close(name, line) {
      if (name === 'Track' && track) lines.push({ places: track });
      if (name === 'Track') track = undefined;
      if (name === 'coord' && track && coordinates !== undefined) {
        const [longitude = Number.NaN, latitude = Number.NaN] = coordinates.trim().split(/\s+/).map(numberOf);
        track.push(checked({ latitude, longitude }, file, line));
        coordinates = undefined;
      }
      if (name === 'LineString' || name === 'LinearRing') isLine = false;
      if (name !== 'coordinates' || coordinates === undefined) return;
      const tuples = coordinates.trim().split(/\s+/);
      lines.push({
        places: tuples.map((tuple) => {
          const [longitude, latitude] = tuple.split(',').map(numberOf);
          return checked(
            { latitude: latitude ?? Number.NaN, longitude: longitude ?? Number.NaN },
            file,
            line,
          );
        }),
      });
      coordinates = undefined;
    },
  });
  if (lines.length === 0) throw pathFault(file, 'this KML has no line; a path or a polygon is wanted');
  return single(lines, 'a KML line', file);
}

function single(lines: readonly Line[], words: string, file: string): FoundPath {
  const [one, ...others] = lines.filter(({ places }) => places.length > 0);
  if (others.length > 0)
    throw pathFault(file, `${others.length + 1} lines are found (${words}); leave one of them in the file`);
  return {
    points: localMeters(one?.places ?? []),
    from: `${words}; as metres round its first point, x to the east`,
    metric: true,
  };
}

const numberOf = (text: string | undefined): number =>
  text === undefined || text.trim() === '' ? Number.NaN : Number(text);

function checked(place: EarthPlace, file: string, line: number): EarthPlace {
  const fault = earthFault(place);
  if (fault) throw pathFault(file, fault, line);
  return place;
}

interface XmlReader {
  /** @param line in the text, from 1 */
  open?(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  text?(text: string): void;
  close?(name: string, line: number): void;
}

/** Reads XML without entities of its own, names without their prefix. @throws FileError with the place where it is no XML */
export function readXml(text: string, file: string, reader: XmlReader): void {
  const parser = new SaxesParser();
  for (const [name, value] of plainEntities(text)) parser.ENTITIES[name] = value;
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', ({ message }) => {
    throw pathFault(
      file,
      `this is no XML (${message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')})`,
      parser.line,
      parser.column + 1,
    );
  });
  parser.on('opentag', ({ name, attributes }) => reader.open?.(local(name), attributes, parser.line));
  parser.on('text', (more) => reader.text?.(more));
  parser.on('cdata', (more) => reader.text?.(more));
  parser.on('closetag', ({ name }) => reader.close?.(local(name), parser.line));
  parser.write(text).close();
}

/** What Illustrator shortens its names by. Of entities in entities nothing is read: a small file could become a large one. */
const plainEntities = (text: string): readonly (readonly [string, string])[] =>
  [...text.slice(0, 10_000).matchAll(/<!ENTITY\s+(\w+)\s+"([^"&%<]*)"\s*>/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
