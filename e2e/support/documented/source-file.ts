import { type ESTree, parseSync } from 'vite'
import { childrenOf, isClass, isFunction, type Node, namesIn, plain } from '../definitions/scope.ts'

export type Func = ESTree.Function | ESTree.ArrowFunctionExpression
export type Call = ESTree.CallExpression | ESTree.NewExpression

/** The declaration of a name. */
export type Binding =
  | { kind: 'value'; pattern: Node; init: Node }
  /** Each element of a list in turn. */
  | { kind: 'element'; pattern: Node; list: Node }
  | { kind: 'parameter'; pattern: Node; of: Func; index: number }
  | { kind: 'function'; node: Node }
  | { kind: 'import'; from: string; name: string }

/** A parsed file that resolves names to their declarations. */
export interface SourceFile {
  file: string
  /** Line of a node, 1-based. */
  lineOf(node: Node): number
  /** All nodes, without types and member names. */
  nodes: readonly Node[]
  parentOf(node: Node): Node | undefined
  bindingOf(identifier: Node & { name: string }): Binding | undefined
  /**
   * The calls of a function by the name it is bound to; for a method, the calls of any member with its name.
   */
  callsOf(of: Func): Call[]
}

export function readSource(file: string, text: string): SourceFile {
  const { program } = parseSync(file, text)
  const parents = new Map<Node, Node>()
  const nodes: Node[] = []
  const visit = (node: Node): void => {
    nodes.push(node)
    for (const child of childrenOf(node)) {
      parents.set(child, node)
      visit(child)
    }
  }
  visit(program)

  function bindingOf(name: string, from: Node): Binding | undefined {
    for (let at: Node | undefined = from; at; at = parents.get(at)) {
      const found = declaredBy(at, name)
      if (found) return found
    }
    return undefined
  }

  function callsOf(of: Func): Call[] {
    const method = parents.get(of)
    if (method?.type === 'MethodDefinition') return callsOfMethod(method)
    const name = nameOf(of)
    if (name === undefined) return []
    return nodes.filter((node): node is Call => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return false
      if (node.callee.name !== name) return false
      const binding = bindingOf(node.callee.name, node)
      if (binding?.kind === 'function') return binding.node === of
      return binding?.kind === 'value' && plain(binding.init) === of
    })
  }

  function callsOfMethod(method: ESTree.MethodDefinition): Call[] {
    const owner = parents.get(parents.get(method) ?? method)
    const className = owner && isClass(owner) ? owner.id?.name : undefined
    const { key } = method
    const name = key.type === 'Identifier' || key.type === 'PrivateIdentifier' ? key.name : undefined
    return nodes.filter((node): node is Call => {
      if (node.type === 'NewExpression')
        return (
          method.kind === 'constructor' && node.callee.type === 'Identifier' && node.callee.name === className
        )
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
      const { property } = node.callee
      return (
        (property.type === 'Identifier' || property.type === 'PrivateIdentifier') && property.name === name
      )
    })
  }

  function nameOf(of: Func): string | undefined {
    if (of.type === 'FunctionDeclaration') return of.id?.name
    let parent = parents.get(of)
    while (parent && plain(parent) === of) parent = parents.get(parent)
    return parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
      ? parent.id.name
      : undefined
  }

  return {
    file,
    nodes,
    callsOf,
    lineOf: ({ start }) => text.slice(0, start).split('\n').length,
    parentOf: (node) => parents.get(node),
    bindingOf: (identifier) => bindingOf(identifier.name, parents.get(identifier) ?? program),
  }
}

function declaredBy(node: Node, name: string): Binding | undefined {
  if (isFunction(node)) {
    const index = node.params.findIndex((parameter) => namesIn(parameter).includes(name))
    const pattern = node.params[index]
    return pattern ? { kind: 'parameter', pattern, of: node, index } : undefined
  }
  if (node.type === 'ForOfStatement') {
    if (node.left.type !== 'VariableDeclaration') return undefined
    const [declared] = node.left.declarations
    return declared && namesIn(declared.id).includes(name)
      ? { kind: 'element', pattern: declared.id, list: node.right }
      : undefined
  }
  if (node.type !== 'BlockStatement' && node.type !== 'Program') return undefined
  for (const statement of node.body) {
    if (statement.type === 'ImportDeclaration') {
      const specifier = statement.specifiers.find(({ local }) => local.name === name)
      if (!specifier) continue
      const imported =
        specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
          ? specifier.imported.name
          : name
      return { kind: 'import', from: statement.source.value, name: imported }
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type === 'FunctionDeclaration' && declared.id?.name === name)
      return { kind: 'function', node: declared }
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations)
      if (init && namesIn(id).includes(name)) return { kind: 'value', pattern: id, init }
  }
  return undefined
}
