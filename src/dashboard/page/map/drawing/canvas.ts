/** Shapes on a canvas. */
import { arrowParts, boxCorners, type Piece, type Shape } from '../../../../scene/shapes.js';
import { inPlane, type Pen, traceCircle, traceLine } from './pen.js';

/** Draws shapes in the plane, the first at the bottom. */
export function drawShapes(pen: Pen, shapes: readonly Shape[]): void {
  inPlane(pen);
  for (const shape of shapes) if (shape.pieces.length > 0) drawShape(pen, shape);
  pen.context.globalAlpha = 1;
}

function drawShape({ context, palette }: Pen, shape: Shape): void {
  const { pieces, fill, stroke, width = 0, dashes = [], alpha = 1, round = false, head = 0 } = shape;
  context.globalAlpha = alpha;
  context.beginPath();
  for (const piece of pieces) tracePiece(context, piece, head);
  if (fill !== undefined) {
    context.fillStyle = palette.color(fill);
    context.fill();
  }
  if (stroke === undefined) return;
  context.strokeStyle = palette.color(stroke);
  context.lineWidth = width;
  context.lineCap = round === true ? 'round' : 'butt';
  context.lineJoin = round ? 'round' : 'miter';
  context.setLineDash([...dashes]);
  context.stroke();
  context.setLineDash([]);
  if (head > 0) fillHeads(context, shape, head, palette.color(stroke));
}

function fillHeads(context: CanvasRenderingContext2D, { pieces }: Shape, head: number, color: string): void {
  context.fillStyle = color;
  context.beginPath();
  for (const piece of pieces) {
    if (piece.kind !== 'arrow') continue;
    for (const corners of arrowParts(piece, head).heads) {
      traceLine(context, corners);
      context.closePath();
    }
  }
  context.fill();
}

function tracePiece(context: CanvasRenderingContext2D, piece: Piece, head: number): void {
  switch (piece.kind) {
    case 'line':
      traceLine(context, piece.points);
      if (piece.closed) context.closePath();
      break;
    case 'circle':
      traceCircle(context, piece.at.x, piece.at.y, piece.radius);
      break;
    case 'box':
      traceLine(context, boxCorners(piece));
      context.closePath();
      break;
    case 'ellipse': {
      const { at, long, short, angle } = piece;
      context.moveTo(at.x + long * Math.cos(angle), at.y + long * Math.sin(angle));
      context.ellipse(at.x, at.y, long, short, angle, 0, 2 * Math.PI);
      break;
    }
    case 'sector': {
      const { at, radius, spread } = piece;
      context.moveTo(at.x, at.y);
      context.arc(at.x, at.y, radius, at.heading - spread, at.heading + spread);
      context.closePath();
      break;
    }
    case 'arrow':
      traceLine(context, arrowParts(piece, head).shaft);
      break;
    case 'segments':
      traceSegments(context, piece.ends);
  }
}

function traceSegments(context: CanvasRenderingContext2D, ends: readonly number[]): void {
  for (let i = 0; i + 3 < ends.length; i += 4) {
    context.moveTo(ends[i] ?? 0, ends[i + 1] ?? 0);
    context.lineTo(ends[i + 2] ?? 0, ends[i + 3] ?? 0);
  }
}
