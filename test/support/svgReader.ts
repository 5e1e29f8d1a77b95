/** Reads a picture back: whether it is XML, and what is drawn in it. */

/** Throws unless every tag is closed in order and nothing but entities follows an ampersand. */
export function checkXml(text: string): void {
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g,
    (_, end, name, __, single) => {
      if (end && open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      if (!end && !single) open.push(name);
      return '';
    },
  );
  if (open.length > 0) throw new Error(`<${open.at(-1)}> stays open`);
  if (/[<>]/.test(rest)) throw new Error('a bracket outside of a tag');
  if (/&(?!(amp|lt|gt|quot|#39);)/.test(text)) throw new Error('a bare ampersand');
}

export const attribute = (tag: string, name: string): number =>
  Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);

/** The border of the drawing, in pixels. */
export function borderOf(svg: string): { left: number; top: number; width: number; height: number } {
  const border = /<rect [^>]*fill="none"[^>]*>/.exec(svg)?.[0] ?? '';
  const [left = 0, top = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((name) =>
    attribute(border, name),
  );
  return { left, top, width, height };
}

/** The points of the first driven line, in pixels. */
export function drivenLine(svg: string): [x: number, y: number][] {
  const points = /class="driven"[^>]*>\s*<polyline points="([^"]*)"/.exec(svg)?.[1] ?? '';
  return points.split(' ').map((pair) => pair.split(',').map(Number) as [number, number]);
}

/** The tags of a kind within the group of a class. */
export const tagsIn = (svg: string, group: string, tag: string): string[] => {
  const [, from = ''] = svg.split(`class="${group}"`);
  const [inside = ''] = from.split('\n</g>');
  return inside.match(new RegExp(`<${tag} [^>]*>`, 'g')) ?? [];
};
