/** The mutation operators: what else could stand in the place of an expression or a statement. */
import ts from 'typescript';

export interface Replacement {
  readonly operator: string;
  /** Stands in the place of the node's text; for a removed statement it is empty. */
  readonly text: string;
}

const SWAPS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '^=': ['&='],
};

const SHORT_CIRCUITS: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };

const isBoolean = (node: ts.Expression): boolean => {
  if (ts.isParenthesizedExpression(node)) return isBoolean(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  return ts.isBinaryExpression(node) && /^([<>]=?|[!=]==|&&|\|\|)$/.test(node.operatorToken.getText());
};

const isConstant = (node: ts.Expression): boolean =>
  ts.isLiteralExpression(node) || /^(undefined|null|true|false)$/.test(node.getText());

/** Whether a node decides which way the code goes. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent)) return parent.expression === node;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
}

function ofBinary(node: ts.BinaryExpression): Replacement[] {
  const sign = node.operatorToken.getText();
  const [left, right] = [node.left.getText(), node.right.getText()];
  if (sign === '??') return [left, right].map((text) => ({ operator: 'one side of ??', text }));
  const other = SHORT_CIRCUITS[sign];
  if (other) {
    const sides = [left, right].map((text) => ({ operator: `one side of ${sign}`, text }));
    // Mixed with ?? or with each other, both sides want brackets.
    return [{ operator: `${sign} to ${other}`, text: `(${left}) ${other} (${right})` }, ...sides];
  }
  return (SWAPS[sign] ?? []).map((to) => ({ operator: `${sign} to ${to}`, text: `${left} ${to} ${right}` }));
}

function ofUnary(node: ts.PrefixUnaryExpression): Replacement[] {
  if (node.operator !== ts.SyntaxKind.MinusToken && node.operator !== ts.SyntaxKind.ExclamationToken)
    return [];
  return [{ operator: 'sign removed', text: node.operand.getText() }];
}

/** 0 becomes 1; another number one more, double, and half: of a whole number a whole one. */
function ofNumber(node: ts.NumericLiteral): Replacement[] {
  const value = Number(node.text);
  const half = Number.isInteger(value) ? Math.floor(value / 2) : value / 2;
  const others = value === 0 ? [1] : [value + 1, value * 2, half];
  return others.map((other) => ({ operator: 'number', text: String(other) }));
}

/** A word is compared with other words; a text with spaces in it is for people to read. */
function ofWord(node: ts.StringLiteral): Replacement[] {
  const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
  return isName || !/^\w+$/.test(node.text) ? [] : [{ operator: 'word', text: "''" }];
}

const EXTREMES: Readonly<Record<string, string>> = { 'Math.min': 'Math.max', 'Math.max': 'Math.min' };

function ofCall(node: ts.CallExpression): Replacement[] {
  const called = node.expression.getText();
  const other = EXTREMES[called];
  const rest = node.getText().slice(called.length);
  return other ? [{ operator: `${called} to ${other}`, text: `${other}${rest}` }] : [];
}

/** `[a, b] = [b, a]`: what is left of the sign is no value. */
const isTarget = (node: ts.Expression): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;

const without = <T extends ts.Node>(nodes: readonly T[], dropped: T): string =>
  nodes
    .filter((node) => node !== dropped)
    .map((node) => node.getText())
    .join(', ');

const ofArray = ({ elements }: ts.ArrayLiteralExpression): Replacement[] =>
  elements.map((element) => ({ operator: 'element removed', text: `[${without(elements, element)}]` }));

/** A changed copy loses what it is a copy of, or its changes. */
function ofObject({ properties }: ts.ObjectLiteralExpression): Replacement[] {
  const spreads = properties.filter(ts.isSpreadAssignment);
  const removed = spreads.map((spread) => ({
    operator: 'spread removed',
    text: `({ ${without(properties, spread)} })`,
  }));
  const [first] = spreads;
  if (first === undefined || properties.length === 1) return removed;
  return [...removed, { operator: 'changes removed', text: first.expression.getText() }];
}

function ofReturned(node: ts.Expression): Replacement[] {
  if (isConstant(node)) return [];
  const others = isBoolean(node) ? ['true', 'false'] : ['undefined'];
  return others.map((text) => ({ operator: 'returned', text }));
}

const isReturned = (node: ts.Expression): boolean =>
  ts.isReturnStatement(node.parent) || (ts.isArrowFunction(node.parent) && node.parent.body === node);

function ofCondition(node: ts.Expression): Replacement[] {
  const both = isCondition(node) ? ['true', 'false'] : [];
  // A loop that never ends only costs time.
  const once = ts.isWhileStatement(node.parent) && node.parent.expression === node ? ['false'] : [];
  return [...both, ...once].map((text) => ({ operator: 'condition', text }));
}

function ofKind(node: ts.Expression): Replacement[] {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node)) return ofUnary(node);
  if (ts.isNumericLiteral(node)) return ofNumber(node);
  if (ts.isStringLiteral(node)) return ofWord(node);
  if (ts.isCallExpression(node)) return ofCall(node);
  if (ts.isArrayLiteralExpression(node)) return ofArray(node);
  if (ts.isObjectLiteralExpression(node)) return ofObject(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ operator: 'word', text: 'false' }];
  return node.kind === ts.SyntaxKind.FalseKeyword ? [{ operator: 'word', text: 'true' }] : [];
}

/** Without its call of `super` no object is made: that is no mistake that could stay unnoticed. */
const isRemovable = (node: ts.Node): boolean =>
  ts.isThrowStatement(node) ||
  (ts.isExpressionStatement(node) && !node.expression.getText().startsWith('super('));

/** What could stand in the place of a node, each text once, and never its own. */
export function replacementsOf(node: ts.Node): Replacement[] {
  if (isRemovable(node)) return [{ operator: 'statement removed', text: '' }];
  if (!ts.isExpression(node) || isTarget(node)) return [];
  const returned = isReturned(node) ? ofReturned(node) : [];
  const found = [...ofKind(node), ...ofCondition(node), ...returned];
  const texts = new Set([node.getText()]);
  return found.filter(({ text }) => !texts.has(text) && texts.add(text));
}
