import { type ESTree, parseSync } from 'vite'
import {
  type Callable,
  childrenOf,
  declare,
  isClass,
  isFunction,
  type Node,
  namesIn,
  plain,
  type Scope,
  scopeOf,
  withoutExport,
} from './scope.ts'

/** A `const`, `let` or `class` of a module that runs before its definition is evaluated. */
interface EarlyUse {
  file: string
  /** Line of the use, 1-based. */
  line: number
  name: string
  /** Line of the definition, 1-based. */
  definedIn: number
  /** The calls that lead to the use, starting with the statement of the module. */
  calls: Call[]
}
interface Call {
  name: string
  line: number
}

/**
 * The running code. `at` is the offset that the module has reached; absent for the module's own statements.
 */
interface Frame {
  at: number | undefined
  isAsync: boolean
  calls: Call[]
  /** The class whose constructor or method runs. */
  ofClass: Callable | undefined
}

/** Methods that call their callback before they return. */
const callsSynchronously =
  /^(?:map|forEach|filter|find\w*|some|every|flatMap|reduce\w*|sort|toSorted|from|groupBy|replace|replaceAll|apply|call)$/

/**
 * Finds uses of a module's `const`, `let` and `class` before their definition, which throw when the module is
 * loaded.
 *
 * Follows the statements of the module in order, and every function, class and method of the same module that
 * they call, at any depth. An async function is followed up to its first `await`; the rest runs after all
 * definitions, unless the module itself awaits at its top level before the definition. A callback is followed
 * if the receiver is in the same module, a `Promise`, or a method that calls it synchronously, such as `map`;
 * any other receiver, such as `on` or `setTimeout`, is assumed to call it later. Not followed: functions that
 * are stored in collections or returned by other functions, and other modules that import this one in a
 * cycle.
 */
export function usesBeforeDefinition(file: string, text: string): EarlyUse[] {
  const { body } = parseSync(file, text).program
  const definitions = definitionsOf(body)
  if (definitions.size === 0) return []
  const module = declare(body, { names: new Map(), outer: undefined })
  const topLevelAwaits = awaitsOf(body)
  const found = new Map<number, EarlyUse>()
  const followed = new Set<string>()
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length

  function use(node: Node, name: string, scope: Scope, { at = node.start, calls }: Frame): void {
    const definition = definitions.get(name)
    if (!definition || definition.end <= at || scopeOf(name, scope) !== module || found.has(node.start))
      return
    found.set(node.start, {
      file,
      line: lineOf(node.start),
      name,
      definedIn: lineOf(definition.start),
      calls,
    })
  }

  /** The rest of an async function runs at the module's next `await`, or after all definitions. */
  function suspend(frame: Frame): void {
    const { at } = frame
    if (at === undefined || !frame.isAsync) return
    const next = topLevelAwaits.find(({ end }) => end > at)
    frame.at = next ? Math.max(at, next.start) : Number.POSITIVE_INFINITY
  }

  /** Walks alternative branches. An `await` counts afterwards only if it is on every path. */
  function walkBranches(branches: (() => void)[], frame: Frame): void {
    const before = frame.at
    const ends = branches.map((branch) => {
      frame.at = before
      branch()
      return frame.at
    })
    frame.at = before === undefined ? undefined : Math.min(...ends.map((end) => end ?? before))
  }

  const walkOptional = (branch: () => void, frame: Frame): void =>
    walkBranches([branch, () => undefined], frame)

  function walkAll(nodes: readonly (Node | null | undefined)[], scope: Scope, frame: Frame): void {
    for (const node of nodes) if (node) walk(node, scope, frame)
  }

  function walk(node: Node, scope: Scope, frame: Frame): void {
    if (isFunction(node)) return
    if (isClass(node)) {
      walkClass(node, scope, frame)
      return
    }
    switch (node.type) {
      case 'Identifier':
        use(node, node.name, scope, frame)
        break
      case 'JSXIdentifier':
        if (/^[A-Z]/.test(node.name)) use(node, node.name, scope, frame)
        break
      case 'JSXAttribute':
        walkAll([node.value], scope, frame)
        break
      case 'JSXClosingElement':
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        break
      case 'ExportNamedDeclaration':
        walkAll([node.declaration], scope, frame)
        break
      case 'VariableDeclarator':
        walkAll([node.init], scope, frame)
        walkDefaults(node.id, scope, frame)
        break
      case 'AwaitExpression':
        walk(node.argument, scope, frame)
        suspend(frame)
        break
      case 'IfStatement':
      case 'ConditionalExpression':
        walk(node.test, scope, frame)
        walkBranches(
          [node.consequent, node.alternate].map((branch) => () => walkAll([branch], scope, frame)),
          frame,
        )
        break
      case 'LogicalExpression':
        walk(node.left, scope, frame)
        walkOptional(() => walk(node.right, scope, frame), frame)
        break
      case 'BlockStatement':
      case 'StaticBlock':
        walkAll(node.body, within(scope, node.body), frame)
        break
      case 'CatchClause':
        walkOptional(() => walk(node.body, within(scope, [], node.param ? [node.param] : []), frame), frame)
        break
      case 'SwitchCase':
        walkOptional(() => walkAll(childrenOf(node), within(scope, node.consequent), frame), frame)
        break
      case 'ForStatement':
        walkOptional(() => walkAll(childrenOf(node), within(scope, [node.init]), frame), frame)
        break
      case 'ForInStatement':
      case 'ForOfStatement':
        walk(node.right, scope, frame)
        walkOptional(() => walk(node.body, within(scope, [node.left]), frame), frame)
        break
      case 'WhileStatement':
        walk(node.test, scope, frame)
        walkOptional(() => walk(node.body, scope, frame), frame)
        break
      case 'CallExpression':
      case 'NewExpression':
        walkCall(node, scope, frame)
        break
      default:
        walkAll(childrenOf(node), scope, frame)
        break
    }
  }

  /** Creates the scope of a block or function. */
  function within(
    outer: Scope,
    statements: readonly (Node | null | undefined)[],
    parameters: readonly Node[] = [],
  ): Scope {
    const names = new Map(parameters.flatMap(namesIn).map((name) => [name, undefined] as const))
    return declare(
      statements.filter((one) => one !== null && one !== undefined),
      { names, outer },
    )
  }

  /** Walks the default values in a pattern. */
  function walkDefaults(pattern: Node, scope: Scope, frame: Frame): void {
    if (pattern.type === 'AssignmentPattern') {
      walkOptional(() => walk(pattern.right, scope, frame), frame)
      walkDefaults(pattern.left, scope, frame)
    } else if (pattern.type !== 'Identifier') {
      for (const child of childrenOf(pattern)) walkDefaults(child, scope, frame)
    }
  }

  /**
   * Walks the code that runs when a class is defined: its superclass, computed names, static fields and
   * blocks.
   */
  function walkClass(node: ESTree.Class, outer: Scope, frame: Frame): void {
    if ('declare' in node && node.declare) return
    walkAll([node.superClass], outer, frame)
    const scope = within(outer, [])
    if (node.id) scope.names.set(node.id.name, { node, scope: outer })
    const inside = { ...frame, ofClass: { node, scope: outer } }
    for (const member of node.body.body) {
      if (member.type === 'StaticBlock') walk(member, scope, inside)
      if ('computed' in member && member.computed) walk(member.key, scope, frame)
      if (member.type === 'PropertyDefinition' && member.static) walkAll([member.value], scope, inside)
    }
  }

  /** Walks the code that `new` runs: the superclass, fields, the constructor. */
  function construct({ node, scope: outer }: Callable, frame: Frame, given: Argument[]): void {
    if (!isClass(node)) return
    const parent = node.superClass && callableOf(node.superClass, outer ?? module, frame)
    if (parent) follow(parent, frame, [])
    const ofClass = { node, scope: outer }
    const scope = within(outer ?? module, [])
    for (const member of node.body.body) {
      if (member.type === 'PropertyDefinition' && !member.static)
        walkAll([member.value], scope, { ...frame, ofClass })
      if (member.type === 'MethodDefinition' && member.kind === 'constructor' && member.value)
        follow({ node: member.value, scope }, { ...frame, ofClass }, given)
    }
  }

  type Argument = Callable | undefined

  /** The function, class or object of this module that an expression refers to. */
  function callableOf(expression: Node, scope: Scope, frame: Frame): Argument {
    const node = plain(expression)
    if (isFunction(node) || isClass(node) || node.type === 'ObjectExpression') return { node, scope }
    if (node.type === 'Identifier') return scopeOf(node.name, scope)?.names.get(node.name)
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier' || node.computed)
      return undefined
    const isThis = node.object.type === 'ThisExpression'
    const owner = isThis ? frame.ofClass : callableOf(node.object, scope, frame)
    const member = owner && memberOf(owner.node, node.property.name)
    return owner && member ? { node: member, scope: owner.scope } : undefined
  }

  function walkCall(node: ESTree.CallExpression | ESTree.NewExpression, scope: Scope, frame: Frame): void {
    const callee = plain(node.callee)
    walkAll([callee, ...node.arguments], scope, frame)
    const given = node.arguments.map((argument) => callableOf(argument, scope, frame))
    const called = callableOf(callee, scope, frame)
    const name = nameOf(callee)
    const inner: Frame = {
      ...frame,
      at: frame.at ?? node.start,
      calls: [...frame.calls, { name, line: lineOf(node.start) }],
    }
    if (called) {
      follow(called, inner, given)
      return
    }
    const isSynchronous = node.type === 'NewExpression' ? name === 'Promise' : callsSynchronously.test(name)
    const isMethod = callee.type === 'MemberExpression' || node.type === 'NewExpression'
    if (isSynchronous && isMethod) for (const one of given) if (one) follow(one, inner, [])
  }

  function follow(called: Callable, frame: Frame, given: Argument[]): void {
    const { node } = called
    const key = [node.start, frame.at, ...given.map((one) => one?.node.start)].join()
    if (followed.has(key)) return
    followed.add(key)
    if (isClass(node)) construct(called, frame, given)
    if (!isFunction(node) || !node.body) return
    const parameters: Node[] = node.params
    const statements = node.body.type === 'BlockStatement' ? node.body.body : []
    const scope = within(called.scope ?? module, statements, parameters)
    for (const [index, parameter] of parameters.entries())
      if (parameter.type === 'Identifier' && given[index]) scope.names.set(parameter.name, given[index])
    const own = { ...frame, isAsync: node.async }
    for (const parameter of parameters) walkDefaults(parameter, scope, own)
    if (node.body.type === 'BlockStatement') walkAll(statements, scope, own)
    else walk(node.body, scope, own)
  }

  walkAll(body, module, { at: undefined, isAsync: false, calls: [], ofClass: undefined })
  return [...found.values()]
}

/** The message: location, name, definition and calls. */
export const wordsOf = ({ file, line, name, definedIn, calls }: EarlyUse): string =>
  [
    `${file}:${line}: ${name} is used before its definition in line ${definedIn}`,
    ...calls.map((call) => `${call.name}() in line ${call.line}`),
  ].join(', through ')

/**
 * The position of each `const`, `let` and `class` of a module. The name can be used after the end of its
 * definition.
 */
function definitionsOf(body: readonly Node[]): Map<string, { start: number; end: number }> {
  const found = new Map<string, { start: number; end: number }>()
  for (const one of body.map(withoutExport)) {
    if ('declare' in one && one.declare) continue
    if (isClass(one) && one.id) found.set(one.id.name, one)
    if (one.type === 'VariableDeclaration' && one.kind !== 'var')
      for (const each of one.declarations) for (const name of namesIn(each.id)) found.set(name, each)
  }
  return found
}

/** The top-level `await` expressions of a module, in source order. */
function awaitsOf(body: readonly Node[]): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  const visit = (node: Node): void => {
    if (isFunction(node) || isClass(node)) return
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) found.push(node)
    for (const child of childrenOf(node)) visit(child)
  }
  for (const statement of body) visit(statement)
  return found.toSorted((one, other) => one.start - other.start)
}

/** The method or static method with this name, or the function of an object member. */
function memberOf(owner: Node, name: string): Node | undefined {
  const isNamed = (key: Node): boolean => key.type === 'Identifier' && key.name === name
  if (isClass(owner))
    for (const member of owner.body.body)
      if (member.type === 'MethodDefinition' && isNamed(member.key)) return member.value
  if (owner.type === 'ObjectExpression')
    for (const member of owner.properties)
      if (member.type === 'Property' && isNamed(member.key) && isFunction(member.value)) return member.value
  return undefined
}

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') return callee.property.name
  return 'a function'
}
