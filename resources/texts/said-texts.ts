/** Extracts the messages of the backend from the code: the sentences marked by `say` and `counted`. */
import { readFileSync } from 'node:fs'
import type { ExtractorType } from '@lingui/conf'
import { type ESTree, parseSync, Visitor } from 'vite'

/**
 * The marked sentences of a file, in the form of the catalogs: `Give {label}.`, `{files, plural, one {#
 * file} …}`.
 */
export function saidTexts(file: string, code: string): string[] {
  if (!/\/say\.ts'/.test(code)) return []
  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const texts: string[] = []
  const within = new Set<unknown>()
  const take = (node: ESTree.Node, make: () => string): void => {
    try {
      texts.push(make())
    } catch (error) {
      const line = code.slice(0, node.start).split('\n').length
      throw new Error(`${file}:${line}: ${(error as Error).message}`)
    }
  }
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.type !== 'Identifier' || node.tag.name !== 'say') return
      for (const value of node.quasi.expressions) if (countedWords(value)) within.add(value)
      take(node, () => textOf(node.quasi))
    },
    CallExpression(node) {
      if (!isCounted(node) || within.has(node)) return
      take(node, () => pluralText('count', countedWords(node) ?? notLiteral()))
    },
  }).visit(program)
  return [...new Set(texts)]
}

/** Extracts the texts of `src-main` and `src-shared`; each text is its own identifier. */
export const saidExtractor: ExtractorType = {
  match: (file) => /src-(main|shared)\//.test(file) && file.endsWith('.ts'),
  extract(file, _code, found) {
    // Reads the file again, because the passed code may already be transformed.
    for (const id of saidTexts(file, readFileSync(file, 'utf8'))) found({ id, origin: [file, 1, 0] })
  },
}

/** Minimum letters of fixed text in a sentence with values. With fewer, any typed text could match it. */
const minLetters = 4

type Counted = readonly [one: string, other: string]

const isCounted = (node: ESTree.Node): node is ESTree.CallExpression =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'counted'

/** The nouns of a call of `counted`; undefined for other nodes, or if the nouns are not literals. */
function countedWords(node: ESTree.Node): Counted | undefined {
  if (!isCounted(node)) return undefined
  const [, one, other] = node.arguments
  if (one?.type !== 'Literal' || typeof one.value !== 'string') return undefined
  if (other === undefined) return [one.value, `${one.value}s`]
  return other.type === 'Literal' && typeof other.value === 'string' ? [one.value, other.value] : undefined
}

const notLiteral = (): never => {
  throw new Error('The nouns of a number must be literals at the call.')
}

const pluralText = (name: string, [one, other]: Counted): string =>
  `{${name}, plural, one {# ${plainText(one)}} other {# ${plainText(other)}}}`

/** Text without placeholder syntax. */
function plainText(text: string): string {
  if (/[{}]|''/.test(text)) throw new Error(`Placeholder syntax in a sentence: ${text}`)
  return text
}

function textOf({ quasis, expressions }: ESTree.TemplateLiteral): string {
  const names = new Map<string, number>()
  let text = ''
  for (const [at, { value }] of quasis.entries()) {
    const fixed = plainText(value.cooked ?? '')
    if ((at > 0 && fixed.startsWith("'")) || (at < expressions.length && fixed.endsWith("'")))
      throw new Error('An apostrophe next to a placeholder would escape it; use “ and ” as quotation marks.')
    text += fixed
    const expression = expressions[at]
    if (!expression) continue
    const words = countedWords(expression)
    if (isCounted(expression) && !words) notLiteral()
    const name = nameOf(
      words ? ((expression as ESTree.CallExpression).arguments[0] ?? expression) : expression,
    )
    if (holdsWords(expression)) throw new Error('Words used as a value must be marked themselves.')
    const uses = (names.get(name) ?? 0) + 1
    names.set(name, uses)
    const numbered = uses === 1 ? name : `${name}${uses}`
    text += words ? pluralText(numbered, words) : `{${numbered}}`
  }
  const own = text.replace(/\{\w+(?:, plural, one|\})|other/g, '').replace(/[^\p{L}]/gu, '')
  if (expressions.length > 0 && own.length < minLetters)
    throw new Error(`Too little fixed text to recognize the sentence: ${text}`)
  if (text !== text.trim()) throw new Error(`A sentence must not start or end with spaces: ${text}`)
  return text
}

/** The name of a value in the sentence: the last name of its expression. */
function nameOf(node: ESTree.Node): string {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      if (
        node.computed ||
        (node.property.type === 'Identifier' && /^(length|size)$/.test(node.property.name))
      )
        return nameOf(node.object)
      return node.property.type === 'PrivateIdentifier' ? node.property.name : nameOf(node.property)
    case 'CallExpression': {
      const [first] = node.arguments
      if (node.callee.type === 'MemberExpression' && first && isMath(node.callee.object))
        return nameOf(first as ESTree.Node)
      // `names.join(', ')` gives `names`, and `quoted(name)` gives `name`.
      if (node.callee.type === 'MemberExpression' && !namedCall(first)) return nameOf(node.callee.object)
      return namedCall(first) ? nameOf(first) : nameOf(node.callee)
    }
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
      return nameOf(node.expression)
    case 'LogicalExpression':
      return nameOf(node.left)
    case 'ConditionalExpression':
      return nameOf(node.consequent)
    case 'BinaryExpression':
      return node.left.type === 'Literal' ? nameOf(node.right) : nameOf(node.left as ESTree.Node)
    default:
      return 'value'
  }
}

const isMath = (node: ESTree.Node): boolean => node.type === 'Identifier' && node.name === 'Math'
const namedCall = (node: ESTree.Node | undefined): node is ESTree.Node =>
  node?.type === 'Identifier' || node?.type === 'MemberExpression'

/** Whether an expression may contain unmarked words. */
function holdsWords(node: ESTree.Node): boolean {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && /\p{L}/u.test(node.value)
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => /\p{L}{2}/u.test(value.raw)) || node.expressions.some(holdsWords)
    case 'ConditionalExpression':
      return holdsWords(node.consequent) || holdsWords(node.alternate)
    case 'LogicalExpression':
      return holdsWords(node.left) || holdsWords(node.right)
    case 'BinaryExpression':
      return holdsWords(node.left as ESTree.Node) || holdsWords(node.right)
    case 'ParenthesizedExpression':
      return holdsWords(node.expression)
    default:
      return false
  }
}
