/**
 * A page of the reference as parts: a screen draws the parts, a file holds them as Markdown, and neither reads the other.
 * In a text, what stands between two backticks is code.
 */
export interface PageLink {
  text: string
  /** Another page's file, with an anchor or without, or `#` and the anchor of a heading of this page. */
  href: string
}
/** A run of text. */
export type Words = string | PageLink | readonly (string | PageLink)[]
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; words: Words }
  | { kind: 'list'; items: readonly Words[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly Words[])[] }
export interface Page {
  title: string
  blocks: readonly Block[]
}

export const heading = (text: string): Block => ({ kind: 'heading', text })
export const paragraph = (words: Words): Block => ({ kind: 'paragraph', words })
export const list = (items: readonly Words[]): Block => ({ kind: 'list', items })
export const table = (head: readonly string[], rows: readonly (readonly Words[])[]): Block => ({
  kind: 'table',
  head,
  rows,
})
export const code = (text: string): string => `\`${text}\``

export const partsOf = (words: Words): readonly (string | PageLink)[] =>
  typeof words === 'string' || 'href' in words ? [words] : words

/** The anchor of a heading, as links write it. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The page as a file of Markdown. */
export const markdownOf = ({ title, blocks }: Page): string =>
  `${[`# ${title}`, ...blocks.map(blockText)].join('\n\n')}\n`

function blockText(block: Block): string {
  if (block.kind === 'heading') return `## ${block.text}`
  if (block.kind === 'paragraph') return wordsText(block.words)
  if (block.kind === 'list') return block.items.map((item) => `- ${wordsText(item)}`).join('\n')
  const rows = [block.head, block.head.map(() => '---'), ...block.rows]
  return rows.map((row) => `| ${row.map(cellText).join(' | ')} |`).join('\n')
}

const wordsText = (words: Words): string =>
  partsOf(words)
    .map((part) => (typeof part === 'string' ? part : `[${part.text}](${part.href})`))
    .join('')

const cellText = (words: Words): string => wordsText(words).replaceAll('|', '\\|').replaceAll('\n', ' ')
