import type { ESTree } from 'vite'

export type Node = ESTree.Node

/** A function or class, and the scope it is defined in. */
export interface Callable {
  node: Node
  scope: Scope | undefined
}
/** Names declared in a function or block; `undefined` for a name without a known function. */
export interface Scope {
  names: Map<string, Callable | undefined>
  outer: Scope | undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** TypeScript nodes that contain a runtime expression; all other TypeScript nodes are types. */
const expressionsOfTypeScript = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSParameterProperty',
])

/** The direct children of a node in source order, without types and member names. */
export function childrenOf(node: Node): Node[] {
  const { type } = node
  if (type.startsWith('TS') && !expressionsOfTypeScript.has(type)) return []
  const found: Node[] = []
  for (const [key, value] of Object.entries(node)) {
    if (isNameOfMember(node, key)) continue
    for (const one of Array.isArray(value) ? value : [value]) if (isNode(one)) found.push(one)
  }
  return found
}

function isNameOfMember(node: Node, key: string): boolean {
  if (key === 'key') return 'computed' in node && !node.computed
  if (key === 'property') return node.type === 'MetaProperty' || ('computed' in node && !node.computed)
  return key === 'label' || key === 'meta'
}

export const isFunction = (node: Node): node is ESTree.Function | ESTree.ArrowFunctionExpression =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression'

export const isClass = (node: Node): node is ESTree.Class =>
  node.type === 'ClassDeclaration' || node.type === 'ClassExpression'

/** An expression without TypeScript assertions and parentheses. */
export function plain(node: Node): Node {
  if (node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression')
    return plain(node.expression)
  if (node.type !== 'TSParameterProperty' && expressionsOfTypeScript.has(node.type) && 'expression' in node)
    return plain(node.expression as Node)
  return node
}

/** The names that a pattern declares. */
export function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? namesIn(element) : []))
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => namesIn(one.type === 'Property' ? one.value : one))
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    default:
      return []
  }
}

/** A statement without `export`. */
export const withoutExport = (statement: Node): Node =>
  (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration') &&
  statement.declaration
    ? statement.declaration
    : statement

/**
 * Adds the declarations of the statements to the scope; functions and classes with their nodes, so that calls
 * can be followed.
 */
export function declare(statements: readonly Node[], scope: Scope): Scope {
  for (const one of statements.map(withoutExport)) {
    if ((isFunction(one) || isClass(one)) && one.id) scope.names.set(one.id.name, { node: one, scope })
    if (one.type !== 'VariableDeclaration') continue
    for (const { id, init } of one.declarations) {
      for (const name of namesIn(id)) scope.names.set(name, undefined)
      const value = init && plain(init)
      const isKnown = value && (isFunction(value) || isClass(value) || value.type === 'ObjectExpression')
      if (id.type === 'Identifier' && isKnown) scope.names.set(id.name, { node: value, scope })
    }
  }
  return scope
}

/** The scope that declares a name; undefined if only the module declares it, or nothing. */
export function scopeOf(name: string, scope: Scope | undefined): Scope | undefined {
  for (let one = scope; one; one = one.outer) if (one.names.has(name)) return one
  return undefined
}
