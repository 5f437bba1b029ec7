import { globSync, readFileSync } from 'node:fs'
import { checkSync } from 'recheck'
import { type ESTree, parseSync, Visitor } from 'vite'

/** A regular expression, and its place in the sources. */
interface FoundExpression {
  file: string
  line: number
  /** The text of the expression, as written. */
  written: string
  /** The expression; absent where the program puts it together at run time. */
  pattern?: Pattern
}
interface Pattern {
  source: string
  flags: string
}

/** Folders and files that only tests use. */
const ofTests = /\.test\.tsx?$|\/(?:fixtures|testing)\/|\/kit\/(?:arbitrary|mutations|hostile-shapes)\.ts$/

/** Every regular expression of the sources, without those that only tests use. */
export function regularExpressions(folders: string[]): FoundExpression[] {
  return globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx}`))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !ofTests.test(file))
    .toSorted()
    .flatMap((file) => expressionsIn(file, readFileSync(file, 'utf8')))
}

export function expressionsIn(file: string, text: string): FoundExpression[] {
  const found: FoundExpression[] = []
  const note = ({ start, end }: { start: number; end: number }, pattern?: Pattern) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ file, line, written: text.slice(start, end), ...(pattern && { pattern }) })
  }
  const constructed = (node: ESTree.NewExpression | ESTree.CallExpression) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [source, flags] = node.arguments
    const isFixed = source?.type === 'Literal' && typeof source.value === 'string'
    const flagsText = flags?.type === 'Literal' && typeof flags.value === 'string' ? flags.value : ''
    note(node, isFixed ? { source: `${source.value}`, flags: flagsText } : undefined)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex) note(node, { source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: constructed,
    CallExpression: constructed,
  }).visit(parseSync(file, text).program)
  return found
}

/**
 * Says how an expression's time grows with the text, when the time grows faster than the text; undefined when both grow
 * in proportion.
 */
export function superLinear({ source, flags }: Pattern): string | undefined {
  const judged = checkSync(source, flags, { timeout: 20_000, checker: 'automaton' })
  if (judged.status === 'safe') return undefined
  if (judged.status === 'unknown') return `not judged (${judged.error.kind})`
  return `${judged.complexity.summary}, e.g. ${judged.attack.pattern}`
}
