/** What the architecture rules need to know of one source file, read with the TypeScript parser. */
import ts from 'typescript';

export interface ImportFact {
  readonly specifier: string;
  /** Erased by the compiler; `import { type X }` is not: the module is still loaded. */
  readonly typeOnly: boolean;
  readonly line: number;
  /** The names asked for; `*` stands for all of them. */
  readonly names: readonly string[];
}

/** Something found at a line. */
export interface Finding {
  readonly name: string;
  readonly line: number;
}

export interface SourceFacts {
  readonly file: string;
  readonly lines: number;
  readonly imports: readonly ImportFact[];
  /** Uses of the globals that `WATCHED` names, and of Math.random. */
  readonly globals: readonly Finding[];
  /** Names of functions, classes, types and constants that the file declares. */
  readonly declared: readonly Finding[];
  /** What it declares for others; not what it hands on from elsewhere. */
  readonly exported: readonly Finding[];
  readonly defaultExports: readonly Finding[];
  readonly starExports: readonly Finding[];
  readonly anys: readonly Finding[];
}

/** Stands for the specifier of an import whose name is worked out at run time. */
export const COMPUTED = '(computed)';

const WATCHED = new Set(
  'Date performance setTimeout setInterval setImmediate Math process Buffer'.split(' '),
);
const GLOBAL_OBJECTS = new Set(['globalThis', 'global', 'window', 'self']);

const literal = (node: ts.Node | undefined): string =>
  node && ts.isStringLiteralLike(node) ? node.text : COMPUTED;

const importedName = (element: ts.ImportSpecifier | ts.ExportSpecifier | ts.BindingElement): string =>
  (element.propertyName ?? element.name).getText();

type Found = Omit<ImportFact, 'line'>;

function fromImport(node: ts.ImportDeclaration): Found {
  const specifier = literal(node.moduleSpecifier);
  const clause = node.importClause;
  if (!clause) return { specifier, typeOnly: false, names: [] };
  const bindings = clause.namedBindings;
  const names = clause.name ? ['default'] : [];
  if (bindings && ts.isNamespaceImport(bindings)) names.push('*');
  if (bindings && ts.isNamedImports(bindings)) names.push(...bindings.elements.map(importedName));
  return { specifier, typeOnly: clause.phaseModifier === ts.SyntaxKind.TypeKeyword, names };
}

function fromExport(node: ts.ExportDeclaration): Found | undefined {
  if (!node.moduleSpecifier) return undefined;
  const named = node.exportClause && ts.isNamedExports(node.exportClause);
  const names = named ? (node.exportClause as ts.NamedExports).elements.map(importedName) : ['*'];
  return { specifier: literal(node.moduleSpecifier), typeOnly: node.isTypeOnly, names };
}

function fromCall(node: ts.CallExpression): Found | undefined {
  const dynamic = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (!dynamic && !(ts.isIdentifier(node.expression) && node.expression.text === 'require')) return undefined;
  return { specifier: literal(node.arguments[0]), typeOnly: false, names: ['*'] };
}

/** `new URL('./part.js', import.meta.url)`: how a worker's file is named. */
function fromUrl(node: ts.NewExpression): Found | undefined {
  const [path, base] = node.arguments ?? [];
  const specifier = literal(path);
  const beside = node.expression.getText() === 'URL' && base?.getText() === 'import.meta.url';
  return beside && /\.[mc]?[jt]s$/.test(specifier) ? { specifier, typeOnly: false, names: ['*'] } : undefined;
}

function importOf(node: ts.Node): Found | undefined {
  if (ts.isImportDeclaration(node)) return fromImport(node);
  if (ts.isExportDeclaration(node)) return fromExport(node);
  if (ts.isCallExpression(node)) return fromCall(node);
  if (ts.isNewExpression(node)) return fromUrl(node);
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    const specifier = literal(node.moduleReference.expression);
    return { specifier, typeOnly: node.isTypeOnly, names: ['*'] };
  }
  if (!ts.isImportTypeNode(node)) return undefined;
  const argument = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  return { specifier: literal(argument), typeOnly: true, names: [] };
}

/** Whether an identifier stands for a value in scope: not a declaration, a property's name or a type. */
function isReference(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  if (ts.isImportSpecifier(parent)) return (parent.propertyName ?? parent.name) === node;
  const isType = ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent);
  return !isType && parent.name !== node && parent.propertyName !== node;
}

/** Math is harmless but for its `random`, and for being handed on whole. */
function takesRandom(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'random';
  if (!ts.isVariableDeclaration(parent) || !ts.isObjectBindingPattern(parent.name)) return true;
  return parent.name.elements.some((e) => e.dotDotDotToken !== undefined || importedName(e) === 'random');
}

/** The watched global that a node uses, as it is written there. */
function globalOf(node: ts.Node, local: ReadonlySet<string>): string | undefined {
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const name = ts.isPropertyAccessExpression(node) ? node.name.text : literal(node.argumentExpression);
    return GLOBAL_OBJECTS.has(node.expression.getText()) && WATCHED.has(name) ? name : undefined;
  }
  if (!ts.isIdentifier(node) || !WATCHED.has(node.text)) return undefined;
  if (local.has(node.text) || !isReference(node)) return undefined;
  if (node.text === 'Math') return takesRandom(node) ? 'Math.random' : undefined;
  return ts.isPropertyAccessExpression(node.parent) ? node.parent.getText() : node.text;
}

function declaredName(node: ts.Node): string | undefined {
  const names =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return names && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/** The statement that a declaration belongs to: of a constant, three levels up. */
function isExported(node: ts.Node): boolean {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  return (
    statement.parent !== undefined &&
    ts.isSourceFile(statement.parent) &&
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

const isDefaultExport = (node: ts.Node): boolean =>
  ts.isExportAssignment(node) ||
  (ts.isExportSpecifier(node) && node.name.text === 'default') ||
  (node.kind === ts.SyntaxKind.DefaultKeyword && !ts.isDefaultClause(node.parent));

/** Unless it is of a list that names each, too. */
const isStarExport = (node: ts.Node): boolean =>
  ts.isExportDeclaration(node) &&
  !(node.exportClause && ts.isNamedExports(node.exportClause)) &&
  !(!node.exportClause && node.moduleSpecifier?.getText().endsWith("/index.js'"));

/** Every node below, the root included, in the order of the text. */
function nodesOf(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}

/** Finds facts node by node, and says at which line. */
const findIn =
  (source: ts.SourceFile, nodes: readonly ts.Node[]) =>
  <T extends object>(factOf: (node: ts.Node) => T | undefined): (T & { line: number })[] =>
    nodes.flatMap((node) => {
      const fact = factOf(node);
      const line = () => source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      return fact === undefined ? [] : [{ ...fact, line: line() }];
    });

const named = (name: string | undefined): { name: string } | undefined =>
  name === undefined ? undefined : { name };

/** How many lines it has without the examples of its doc comments, from `@example` to the end of its code. */
function withoutExamples(text: string): number {
  const told = text.replace(/^(?: \*\n)? \* @example\n \* ```ts\n(?:(?! \* ```$).*\n)* \* ```\n/gm, '');
  return told.split('\n').length - (told.endsWith('\n') ? 1 : 0);
}

/** @param file path from the repository's root, with forward slashes */
export function readSource(file: string, text: string): SourceFacts {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const find = findIn(source, nodesOf(source));
  const declared = find((node) => named(declaredName(node)));
  const local = new Set(declared.map(({ name }) => name));
  return {
    file,
    lines: withoutExamples(text),
    imports: find(importOf),
    globals: find((node) => named(globalOf(node, local))),
    declared,
    exported: find((node) => (isExported(node) ? named(declaredName(node)) : undefined)),
    defaultExports: find((node) => (isDefaultExport(node) ? { name: 'export default' } : undefined)),
    starExports: find((node) => (isStarExport(node) ? { name: 'export *' } : undefined)),
    anys: find((node) => (node.kind === ts.SyntaxKind.AnyKeyword ? { name: 'any' } : undefined)),
  };
}
