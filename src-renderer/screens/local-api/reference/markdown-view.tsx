import { createElement, Fragment } from 'react'
import { Link } from 'wouter'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { sectionPath } from '../use-local-api.ts'

/** A page of the reference. Its parts never change place, so that the place is their key. */
export const MarkdownView = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="flex flex-col gap-3">
    {blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <BlockView key={index} block={block} />
    ))}
  </div>
)

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return createElement(
        `h${Math.min(6, block.level + 1)}`,
        {
          id: block.id,
          className: block.level === 1 ? 'text-xl font-semibold' : 'mt-5 scroll-mt-6 text-base font-semibold',
        },
        block.text,
      )
    case 'paragraph':
      return (
        <p className="max-w-[70ch] text-sm text-ink-soft">
          <InlineView content={block.content} />
        </p>
      )
    case 'list':
      return (
        <ul className="flex max-w-[70ch] list-disc flex-col gap-1 pl-5 text-sm text-ink-soft marker:text-ink-faint">
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownView
            <li key={index}>
              <InlineView content={item} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <TableView head={block.head} rows={block.rows} />
  }
}

const TableView = ({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) => (
  <ScrollRegion role="group" aria-label="Table" className="rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse text-left text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-ink-faint">
          {head.map((cell, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownView
              key={index}
              scope="col"
              className="h-8 px-3 font-medium whitespace-nowrap first:pl-4 last:pr-4"
            >
              <InlineView content={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownView
          <tr key={index} className="border-b border-line align-top last:border-0">
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownView
              <td key={place} className="px-3 py-1.5 first:pl-4 last:pr-4">
                <InlineView content={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)

const InlineView = ({ content }: { content: readonly Inline[] }) =>
  content.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownView
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))

function Part({ part }: { part: Inline }) {
  if (part.kind === 'code')
    return <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-xs text-ink">{part.text}</code>
  if (part.kind === 'text') return part.text
  const look = 'text-accent hover:underline'
  const { href, text } = part
  if (href.startsWith('#'))
    return (
      <a href={href} className={look}>
        {text}
      </a>
    )
  // Pages link to each other by file name, and to nothing outside.
  const [file = '', anchor] = href.split('#')
  return (
    <Link href={sectionPath('reference', file) + (anchor ? `#${anchor}` : '')} className={look}>
      {text}
    </Link>
  )
}

/**
 * Reads the Markdown that the reference is generated in: headings, paragraphs, lists, tables, code and links. What
 * the generator does not write is not understood here; it comes out as plain text.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'heading'; level: number; text: string; id: string }
  | { kind: 'paragraph'; content: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** The anchor of a heading, as links within a page write it. */
const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split('\n')
  const takeWhile = (fits: (line: string) => boolean): string[] => {
    const taken: string[] = []
    while (lines[0] !== undefined && fits(lines[0])) taken.push(lines.shift() as string)
    return taken
  }
  while (lines.length > 0) {
    const line = lines[0] ?? ''
    const heading = /^(#{1,6}) (.+)$/.exec(line)
    if (heading) {
      lines.shift()
      const title = heading[2] ?? ''
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: title, id: headingId(title) })
    } else if (isRow(line)) {
      const [head = [], , ...rows] = takeWhile(isRow).map(readRow)
      blocks.push({ kind: 'table', head, rows })
    } else if (isListItem(line)) {
      const items = takeWhile((next) => isListItem(next) || isContinued(next))
      blocks.push({ kind: 'list', items: joinContinued(items).map(readInline) })
    } else if (line.trim() === '') lines.shift()
    else blocks.push({ kind: 'paragraph', content: readInline(takeWhile(isPlain).join(' ')) })
  }
  return blocks
}

const isRow = (line: string) => line.startsWith('|')
const isListItem = (line: string) => line.startsWith('- ')
const isContinued = (line: string) => /^ {2,}\S/.test(line)
const isPlain = (line: string) =>
  line.trim() !== '' && !isRow(line) && !isListItem(line) && !/^#{1,6} /.test(line)

/** Lines set in belong to the item above them. */
function joinContinued(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (isListItem(line)) items.push(line.slice(2))
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return items
}

/** The cells of a row; a vertical bar with a backslash before it belongs to a cell. */
const readRow = (line: string): Inline[][] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => readInline(cell.trim().replaceAll('\\|', '|')))

function readInline(text: string): Inline[] {
  const parts: Inline[] = []
  let rest = 0
  for (const match of text.matchAll(/`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g)) {
    if (match.index > rest) parts.push({ kind: 'text', text: text.slice(rest, match.index) })
    const [whole, code, label, href] = match
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else parts.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    rest = match.index + whole.length
  }
  if (rest < text.length) parts.push({ kind: 'text', text: text.slice(rest) })
  return parts
}
