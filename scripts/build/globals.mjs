import ts from 'typescript';

/** What n8n's package check forbids by name, and `eval`. */
const BANNED = new Set([
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'eval',
  'global',
  'globalThis',
  'process',
  'setImmediate',
  'setInterval',
  'setTimeout',
  '__dirname',
  '__filename',
]);

/** Every use of a banned global in the files; a name that a file declares itself is none. */
export function bannedGlobalsIn(files) {
  const program = ts.createProgram(files, { allowJs: true, noLib: true, noResolve: true, types: [] });
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`${file} cannot be read. Build again.`);
    const found = [];
    const visit = (node) => {
      if (ts.isIdentifier(node) && BANNED.has(node.text) && isGlobal(node, checker)) {
        found.push({
          file,
          line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
          name: node.text,
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function isGlobal(node, checker) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return false;
  if (ts.isMethodDeclaration(parent) && parent.name === node) return false;
  const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
  return declarations.length === 0;
}
