/** All mutants of a source file, and the file with every one of them compiled in. */
import ts from 'typescript';
import { type Replacement, replacementsOf } from './operators.js';

export interface Mutant extends Replacement {
  readonly id: number;
  readonly file: string;
  readonly line: number;
  /** The text that is replaced. */
  readonly original: string;
  /** The lines it stands in, on one line, and what becomes of them: names a mutant when lines move. */
  readonly code: string;
  readonly becomes: string;
}

interface Place {
  readonly node: ts.Node;
  readonly mutants: readonly Mutant[];
}

/** The errors' texts, types and imports are no behavior. */
function saysNothing(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTemplateExpression(node))
    return true;
  return ts.isNewExpression(node) && /(Error|Tripped)$/.test(node.expression.getText());
}

const parsed = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The whole lines round a node, with another text in its place. */
function linesWith({ text }: ts.SourceFile, node: ts.Node, replacement: string): string {
  const from = text.lastIndexOf('\n', node.getStart()) + 1;
  const newline = text.indexOf('\n', node.getEnd());
  const to = newline < 0 ? text.length : newline;
  return onOneLine(text.slice(from, node.getStart()) + replacement + text.slice(node.getEnd(), to));
}

/** The places of a file that have mutants, in the order of the text. @param firstId of its mutants */
function placesIn(source: ts.SourceFile, firstId: number): Place[] {
  const places: Place[] = [];
  let id = firstId;
  const visit = (node: ts.Node): void => {
    if (saysNothing(node)) return;
    const original = node.getText();
    const shared = {
      file: source.fileName,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      original: onOneLine(original),
      code: linesWith(source, node, original),
    };
    const mutants = replacementsOf(node).map((replacement) => {
      const becomes = linesWith(source, node, replacement.text);
      id += 1;
      return { id: id - 1, ...shared, ...replacement, becomes };
    });
    if (mutants.length > 0) places.push({ node, mutants });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}

export const mutantsOf = (file: string, text: string, firstId: number): Mutant[] =>
  placesIn(parsed(file, text), firstId).flatMap(({ mutants }) => mutants);

/** The name of the global function that says whether a mutant is the chosen one. */
export const SWITCH = '__isMutant';

function switched(node: ts.Node, text: string, mutants: readonly Mutant[]): string {
  const [first] = mutants;
  if (first?.operator === 'statement removed') return `{ if (!${SWITCH}(${first.id})) { ${text} } }`;
  const others = mutants.map((mutant) => `${SWITCH}(${mutant.id}) ? (${mutant.text}) : `).join('');
  const whole = ts.isObjectLiteralExpression(node) ? `(${text})` : text;
  return others === '' ? text : `(${others}(${whole}))`;
}

/** The file with all its mutants: each place asks the switch which of them is meant. */
export function withSwitches(file: string, text: string, firstId: number): string {
  const source = parsed(file, text);
  const places = new Map(placesIn(source, firstId).map(({ node, mutants }) => [node, mutants]));
  const emit = (node: ts.Node): string => {
    let at = node.getStart();
    let code = '';
    ts.forEachChild(node, (child) => {
      code += text.slice(at, child.getStart()) + emit(child);
      at = child.getEnd();
    });
    return switched(node, code + text.slice(at, node.getEnd()), places.get(node) ?? []);
  };
  return emit(source);
}
