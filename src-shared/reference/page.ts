/**
 * A reference page as blocks. Screens render the blocks, files hold them as Markdown, and neither is parsed
 * from the other. Text between backticks is code.
 */
export interface PageLink {
  text: string
  /** File of another page with an optional anchor, or `#` and the anchor of a heading on this page. */
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

/** The anchor of a heading, as used in links. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Converts a page to Markdown. */
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
