/** The line of a GeoJSON file: longitude first, in degrees (RFC 7946). */
import { fieldOf, isRecord } from '../../validation/values.js';
import { type FoundPath, pathFault } from './found.js';
import { onEarth } from './posesPath.js';

const TYPE = /^(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))$/;

/** The part of a value that is GeoJSON, a key deep at most; undefined if none is. */
export function geoJsonIn(value: unknown): unknown {
  if (!isRecord(value)) return undefined;
  const isGeo = (one: unknown): boolean => TYPE.test(String(fieldOf(one, 'type')));
  return isGeo(value) ? value : Object.values(value).find(isGeo);
}

/** @throws FileError */
export function geoJsonPath(value: unknown, file: string): FoundPath {
  const crs = fieldOf(fieldOf(fieldOf(value, 'crs'), 'properties'), 'name');
  if (typeof crs === 'string' && !/(CRS84|4326)$/.test(crs))
    throw pathFault(
      file,
      `its coordinates are those of ${crs}, no latitude and longitude; export it in EPSG:4326 (WGS 84)`,
    );
  const lines = linesOf(value);
  const [line, ...others] = lines;
  if (!line) throw pathFault(file, 'there is no LineString in this GeoJSON; a path is one');
  if (others.length > 0)
    throw pathFault(file, `${lines.length} lines are in this GeoJSON; leave one of them in the file`);
  return onEarth(
    line.map((position) => {
      const [longitude, latitude] = Array.isArray(position) ? position : [];
      return { longitude: Number(longitude), latitude: Number(latitude) };
    }),
    file,
  );
}

function linesOf(value: unknown): readonly (readonly unknown[])[] {
  if (!isRecord(value)) return [];
  const { type, coordinates, geometry, features, geometries } = value;
  if (type === 'LineString' && Array.isArray(coordinates)) return [coordinates];
  if (type === 'MultiLineString' && Array.isArray(coordinates)) return coordinates.filter(Array.isArray);
  if (type === 'Feature') return linesOf(geometry);
  const inside = type === 'FeatureCollection' ? features : geometries;
  return Array.isArray(inside) ? inside.flatMap(linesOf) : [];
}
