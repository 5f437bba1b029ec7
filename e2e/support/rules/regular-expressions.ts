import { globSync, readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A regular expression and its position in the sources. */
interface FoundExpression {
  file: string
  line: number
  /** The source text of the expression. */
  written: string
  /** Absent if the program constructs the expression at run time. */
  pattern?: Pattern
}
interface Pattern {
  source: string
  flags: string
}

/** Matches folders and files that only tests use. */
const testCode = /\.test\.tsx?$|\/(?:fixtures|testing)\/|\/kit\/(?:arbitrary|mutations|hostile-shapes)\.ts$/

/** All regular expressions of the sources, except those that only tests use. */
export function regularExpressions(folders: string[]): FoundExpression[] {
  return globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !testCode.test(file))
    .toSorted()
    .flatMap((file) => expressionsIn(file, readFileSync(file, 'utf8')))
}

export function expressionsIn(file: string, text: string): FoundExpression[] {
  const found: FoundExpression[] = []
  const record = ({ start, end }: { start: number; end: number }, pattern?: Pattern) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ file, line, written: text.slice(start, end), ...(pattern && { pattern }) })
  }
  const visitCall = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [source, flags] = node.arguments
    const isFixed = source?.type === 'Literal' && typeof source.value === 'string'
    const flagsText = flags?.type === 'Literal' && typeof flags.value === 'string' ? flags.value : ''
    record(node, isFixed ? { source: `${source.value}`, flags: flagsText } : undefined)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) record(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: visitCall,
    CallExpression: visitCall,
  }).visit(parseSync(file, text).program)
  return found
}

/**
 * Describes the growth of an expression's matching time if it is faster than linear; undefined if it is
 * linear.
 */
export function superLinear({ source, flags }: Pattern): string | undefined {
  const result = checkSync(source, flags, { timeout: 20_000, checker: 'automaton' })
  if (result.status === 'safe') return undefined
  if (result.status === 'unknown') return `not checked (${result.error.kind})`
  return `${result.complexity.summary}, e.g. ${result.attack.pattern}`
}
