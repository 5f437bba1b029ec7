import { type Node, plain } from '../definitions/scope.ts'
import type { SourceFile } from './source-file.ts'
import { valuesOf } from './values.ts'

/** An environment variable, and the place where it is read or set. */
interface VariableUse {
  name: string
  file: string
  line: number
}

/** Matches names of environment variables, to exclude other object members. */
const variableName = /^(?:[A-Z][A-Z0-9_]*_?|npm_\w+|ProgramFiles.*|LOCALAPPDATA)$/

/**
 * The variables that a file reads from `process.env`: by name, through constants and parameters, or by
 * destructuring.
 */
export function variablesRead(source: SourceFile): VariableUse[] {
  return source.nodes.flatMap((node) => {
    const use = (name: string): VariableUse => ({ name, file: source.file, line: source.lineOf(node) })
    if (node.type === 'MemberExpression' && isEnvironment(node.object) && !isSet(node, source))
      return namesOf(node, source).map(use)
    if (node.type !== 'VariableDeclarator' || !node.init || !isEnvironment(node.init)) return []
    if (node.id.type !== 'ObjectPattern') return []
    return node.id.properties.flatMap((one) =>
      one.type === 'Property' && one.key.type === 'Identifier' ? [use(one.key.name)] : [],
    )
  })
}

/**
 * The variables that a file sets for itself or for a program that it starts: by assignment to `process.env`
 * or another environment, by `vi.stubEnv`, or as an object member with the name of a variable.
 */
export function variablesSet(source: SourceFile): VariableUse[] {
  return source.nodes.flatMap((node) => {
    const use = (name: string): VariableUse => ({ name, file: source.file, line: source.lineOf(node) })
    if (node.type === 'MemberExpression' && isSet(node, source)) return namesOf(node, source).map(use)
    if (node.type === 'Property' && source.parentOf(node)?.type === 'ObjectExpression') {
      const { key, computed } = node
      const names = key.type === 'Identifier' && !computed ? [key.name] : textsOf(key, source)
      return names.filter((name) => variableName.test(name)).map(use)
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return []
    const { property } = node.callee
    const [name] = node.arguments
    return property.type === 'Identifier' && property.name === 'stubEnv' && name
      ? textsOf(name, source).map(use)
      : []
  })
}

function isEnvironment(expression: Node): boolean {
  const node = plain(expression)
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'process' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'env'
  )
}

/**
 * Whether the node is the left side of an assignment. (Saving and restoring a value is not a read that has to
 * be documented.)
 */
function isSet(node: Node, source: SourceFile): boolean {
  const parent = source.parentOf(node)
  return parent?.type === 'AssignmentExpression' && parent.left === node
}

function namesOf(node: Node & { type: 'MemberExpression' }, source: SourceFile): string[] {
  const { property, computed } = node
  const names = property.type === 'Identifier' && !computed ? [property.name] : textsOf(property, source)
  return names.filter((name) => variableName.test(name))
}

const textsOf = (node: Node, source: SourceFile): string[] =>
  valuesOf(node, source).filter((value) => typeof value === 'string')
