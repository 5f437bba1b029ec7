import type { ESTree } from 'vite'
import { isFunction, type Node, plain } from '../definitions/scope.ts'
import type { Binding, Call, Func, SourceFile } from './source-file.ts'

/** A text, a list, or a function or object as its node; undefined if it is known only at run time. */
export type Value = string | Value[] | { node: Node } | undefined

/** The maximum number of values per expression; more are dropped. */
const maxValues = 400
/** The maximum number of resolution steps. */
const maxDepth = 30

/**
 * The possible values of an expression in a test: constants, spread lists, rows of `test.each`, parameters by
 * the calls of their function, and return values of functions in the file.
 */
export function valuesOf(node: Node, source: SourceFile): Value[] {
  return new Evaluation(source).valuesOf(node, 0)
}

/** The possible argument lists of a call. */
export function argumentsOf(call: Call, source: SourceFile): Value[][] {
  return new Evaluation(source).lists(call.arguments, 0)
}

class Evaluation {
  readonly #source: SourceFile
  readonly #open = new Set<Node>()

  constructor(source: SourceFile) {
    this.#source = source
  }

  valuesOf(expression: Node, depth: number): Value[] {
    const node = plain(expression)
    if (depth > maxDepth || this.#open.has(node)) return [undefined]
    this.#open.add(node)
    try {
      return unique(this.#values(node, depth + 1)).slice(0, maxValues)
    } finally {
      this.#open.delete(node)
    }
  }

  #values(node: Node, depth: number): Value[] {
    const of = (other: Node): Value[] => this.valuesOf(other, depth)
    switch (node.type) {
      case 'Literal':
        return [node.value === null ? undefined : String(node.value)]
      case 'TemplateLiteral': {
        const parts = node.quasis.flatMap(({ value }, index): Value[][] => {
          const between = node.expressions[index]
          return [[value.cooked ?? ''], ...(between ? [of(between)] : [])]
        })
        return combined(parts).map(joined)
      }
      case 'BinaryExpression':
        return node.operator === '+' ? combined([of(node.left), of(node.right)]).map(joined) : [undefined]
      case 'ArrayExpression':
        return this.lists(node.elements, depth)
      case 'ConditionalExpression':
        return [...of(node.consequent), ...of(node.alternate)]
      case 'LogicalExpression':
        return [...of(node.left), ...of(node.right)]
      case 'AwaitExpression':
        return of(node.argument)
      case 'Identifier':
        return this.#bound(this.#source.bindingOf(node), node.name, depth)
      case 'CallExpression':
        return this.#returned(node, depth)
      case 'MemberExpression': {
        const { property } = node
        const name = property.type === 'Identifier' && !node.computed ? property.name : undefined
        const names = name === undefined ? of(property) : [name]
        return of(node.object).flatMap((owner) => names.flatMap((one) => this.#member(owner, one, depth)))
      }
      case 'ObjectExpression':
        return [{ node }]
      default:
        return [isFunction(node) ? { node } : undefined]
    }
  }

  /** The possible lists of elements, with spread lists inserted. */
  lists(elements: readonly (Node | null)[], depth: number): Value[][] {
    const parts = elements.map((element): Value[][] => {
      if (element === null) return [[undefined]]
      if (element.type !== 'SpreadElement') return this.valuesOf(element, depth).map((one) => [one])
      return this.valuesOf(element.argument, depth).map((one) => (Array.isArray(one) ? one : [undefined]))
    })
    return unique(combined(parts).map((lists) => lists.flat(1))) as Value[][]
  }

  #bound(binding: Binding | undefined, name: string, depth: number): Value[] {
    switch (binding?.kind) {
      case 'value':
        return this.#picked(binding.pattern, name, this.valuesOf(binding.init, depth), depth)
      case 'element':
        return this.#picked(binding.pattern, name, this.#elements(binding.list, depth), depth)
      case 'parameter':
        return this.#picked(binding.pattern, name, this.#given(binding.of, binding, depth), depth)
      case 'function':
        return [{ node: binding.node }]
      default:
        return [undefined]
    }
  }

  #elements(list: Node, depth: number): Value[] {
    return this.valuesOf(list, depth).flatMap((one) => (Array.isArray(one) ? one : [undefined]))
  }

  /** The values of one name in a pattern that destructures `values`. */
  #picked(pattern: Node, name: string, values: Value[], depth: number): Value[] {
    switch (pattern.type) {
      case 'Identifier':
        return pattern.name === name ? values : []
      case 'RestElement':
        return this.#picked(pattern.argument, name, values, depth)
      case 'AssignmentPattern':
        return this.#picked(pattern.left, name, [...values, ...this.valuesOf(pattern.right, depth)], depth)
      case 'ArrayPattern':
        return pattern.elements.flatMap((element, index) => {
          if (!element) return []
          const parts = values.map((value) => {
            if (!Array.isArray(value)) return undefined
            return element.type === 'RestElement' ? value.slice(index) : value[index]
          })
          return this.#picked(element, name, parts, depth)
        })
      case 'ObjectPattern':
        return pattern.properties.flatMap((property) => {
          if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
          const { name: key } = property.key
          return this.#picked(
            property.value,
            name,
            values.flatMap((one) => this.#member(one, key, depth)),
            depth,
          )
        })
      default:
        return [undefined]
    }
  }

  #member(owner: Value, name: Value, depth: number): Value[] {
    if (Array.isArray(owner)) return [owner[Number(name)]]
    if (typeof owner !== 'object' || owner.node.type !== 'ObjectExpression') return [undefined]
    for (const one of owner.node.properties) {
      if (one.type !== 'Property') continue
      const isNamed = one.key.type === 'Identifier' ? one.key.name === name : false
      if (isNamed || (one.key.type === 'Literal' && one.key.value === name))
        return this.valuesOf(one.value, depth)
    }
    return [undefined]
  }

  /** The arguments that the calls of a function pass for a parameter. */
  #given(of: Func, { index, pattern }: { index: number; pattern: Node }, depth: number): Value[] {
    const pick = (list: Value[]): Value => (pattern.type === 'RestElement' ? list.slice(index) : list[index])
    const named = this.#source.callsOf(of).flatMap((call) => this.lists(call.arguments, depth).map(pick))
    const call = this.#source.parentOf(of)
    if (call?.type !== 'CallExpression' || call.callee === of) return named.length > 0 ? named : [undefined]
    const { callee } = call
    // test.each(rows)('name', callback), and rows.map(callback)
    if (callee.type === 'CallExpression' && isMethod(callee, 'each')) {
      const rows = callee.arguments.flatMap((table) => this.#elements(table, depth))
      return rows.map((row) => pick(Array.isArray(row) ? row : [row]))
    }
    if (callee.type === 'MemberExpression' && index === 0 && isMethod(call, 'map', 'flatMap', 'forEach'))
      return this.#elements(callee.object, depth)
    return [...named, undefined]
  }

  #returned(call: Call, depth: number): Value[] {
    const { callee } = call
    if (callee.type === 'Identifier' && /^(?:join|resolve|String)$/.test(callee.name))
      return this.lists(call.arguments, depth).map((parts) =>
        joined(parts.flatMap((one, at) => (at > 0 ? ['/', one] : [one]))),
      )
    if (callee.type === 'MemberExpression' && isMethod(call, 'split'))
      return this.valuesOf(callee.object, depth).map((one) =>
        typeof one === 'string' ? one.split(' ') : undefined,
      )
    return this.valuesOf(callee, depth).flatMap((one) =>
      typeof one === 'object' && 'node' in one && isFunction(one.node)
        ? this.#results(one.node, depth)
        : [undefined],
    )
  }

  #results({ body }: Func, depth: number): Value[] {
    if (!body) return [undefined]
    if (body.type !== 'BlockStatement') return this.valuesOf(body, depth)
    const returns = this.#source.nodes.filter(
      (node): node is ESTree.ReturnStatement =>
        node.type === 'ReturnStatement' && this.#functionOf(node)?.body === body,
    )
    return returns.flatMap(({ argument }) => (argument ? this.valuesOf(argument, depth) : []))
  }

  #functionOf(node: Node): Func | undefined {
    let at: Node | undefined = node
    while (at && !isFunction(at)) at = this.#source.parentOf(at)
    return at
  }
}

const isMethod = ({ callee }: Call, ...names: string[]): boolean =>
  callee.type === 'MemberExpression' &&
  callee.property.type === 'Identifier' &&
  names.includes(callee.property.name)

/** Joins texts; an unknown part becomes "…". */
const joined = (parts: Value[]): Value =>
  parts.map((part) => (typeof part === 'string' ? part : '…')).join('')

function unique(values: Value[]): Value[] {
  const keyOf = (value: Value): unknown =>
    Array.isArray(value) ? JSON.stringify(value, nodeAsOffset) : value
  return [...new Map(values.map((value) => [keyOf(value), value])).values()]
}

const nodeAsOffset = (_key: string, value: unknown): unknown => {
  if (value === undefined) return null
  return typeof value === 'object' && value !== null && 'node' in value ? (value.node as Node).start : value
}

/** The cartesian product. */
function combined<T>(parts: T[][]): T[][] {
  let found: T[][] = [[]]
  for (const part of parts)
    found = found.flatMap((before) => part.map((one) => [...before, one])).slice(0, maxValues)
  return found
}
