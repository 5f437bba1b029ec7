import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment } from 'react'
import { Link } from 'wouter'
import {
  anchorOf,
  type Block,
  type Page,
  type PageLink,
  partsOf,
  type Words,
} from '../../../../src-shared/reference/page.ts'
import { isTranslated } from '../../../texts/said.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { sectionPath } from '../use-local-api.ts'

/** A page of the reference, in English. The index is the key of its parts, because they never move. */
export const PageView = ({ page }: { page: Page }) => (
  <div className="flex flex-col gap-3">
    <h2 className="text-xl font-semibold">{page.title}</h2>
    {isTranslated() && (
      <p className="text-sm text-ink-faint">
        <Trans>This page is in English.</Trans>
      </p>
    )}
    <div lang="en" dir="ltr" className="flex flex-col gap-3">
      {page.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <BlockView key={index} block={block} />
      ))}
    </div>
  </div>
)

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h3 id={anchorOf(block.text)} className="mt-5 scroll-mt-6 text-base font-semibold">
          {block.text}
        </h3>
      )
    case 'paragraph':
      return (
        <p className="max-w-[70ch] text-sm text-ink-soft">
          <WordsView words={block.words} />
        </p>
      )
    case 'list':
      return (
        <ul className="flex max-w-[70ch] list-disc flex-col gap-1 ps-5 text-sm text-ink-soft marker:text-ink-faint">
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see PageView
            <li key={index}>
              <WordsView words={item} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return <TableView head={block.head} rows={block.rows} />
  }
}

const TableView = ({ head, rows }: { head: readonly string[]; rows: readonly (readonly Words[])[] }) => (
  <ScrollRegion role="group" aria-label={t`Table`} className="rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse text-start text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-ink-faint">
          {head.map((cell) => (
            <th
              key={cell}
              scope="col"
              className="h-8 px-3 font-medium whitespace-nowrap first:ps-4 last:pe-4"
            >
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see PageView
          <tr key={index} className="border-b border-line align-top last:border-0">
            {row.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see PageView
              <td key={place} className="px-3 py-1.5 first:ps-4 last:pe-4">
                <WordsView words={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)

const WordsView = ({ words }: { words: Words }) =>
  partsOf(words).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see PageView
    <Fragment key={index}>
      {typeof part === 'string' ? <TextView text={part} /> : <LinkView {...part} />}
    </Fragment>
  ))

/** A text whose pieces between backticks are code. */
const TextView = ({ text }: { text: string }) =>
  text.split('`').map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: see PageView
      <code key={index} className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-xs text-ink">
        {piece}
      </code>
    ),
  )

function LinkView({ href, text }: PageLink) {
  const look = 'text-accent hover:underline'
  if (href.startsWith('#'))
    return (
      <a href={href} className={look}>
        {text}
      </a>
    )
  // Pages link only to each other, by file name.
  const [file = '', anchor] = href.split('#')
  return (
    <Link href={sectionPath('reference', file) + (anchor ? `#${anchor}` : '')} className={look}>
      {text}
    </Link>
  )
}
