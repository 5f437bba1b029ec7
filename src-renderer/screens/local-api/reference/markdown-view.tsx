import { createElement, Fragment } from 'react'
import { Link } from 'wouter'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { sectionPath } from '../sections.ts'
import type { Block, Inline } from './markdown.ts'

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
