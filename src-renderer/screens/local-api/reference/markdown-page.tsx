import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, useEffect } from 'react'
import { Link } from 'wouter'
import { anchorOf } from '../../../../src-shared/reference/page.ts'
import { isTranslated } from '../../../texts/translate-message.ts'
import { ScrollRegion } from '../../../ui/layout/scroll-region.tsx'
import { ErrorState, Skeleton } from '../../../ui/layout/states.tsx'
import { useTheme } from '../../../ui/theme.ts'
import { CommandBlock } from '../copyable.tsx'
import { sectionPath } from '../use-local-api.ts'
import { pageText, pictureAddress } from './page-files.ts'

/**
 * A page of the reference, rendered from its Markdown. HTML in it is omitted. The index is the key of its
 * parts, because they never move.
 */
export function MarkdownPage({ file, title }: { file: string; title: string }) {
  const page = useQuery({
    queryKey: ['reference page', file],
    queryFn: async () => lexer(await pageText(file)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    // The heading in the URL exists only after the page is rendered.
    if (page.data && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [page.data])
  return (
    <div className="flex flex-col gap-3">
      <h2 className="text-xl font-semibold">{title}</h2>
      {isTranslated() && (
        <p className="text-sm text-ink-faint">
          <Trans>This page is in English.</Trans>
        </p>
      )}
      {page.isError && <ErrorState title={t`The page cannot be shown`} error={page.error} />}
      {page.isPending && <Skeleton className="h-64 rounded-lg" />}
      <MarkdownBlocks tokens={page.data ?? []} />
    </div>
  )
}

/** English Markdown that has been split into tokens. */
export const MarkdownBlocks = ({ tokens }: { tokens: Token[] }) => (
  <div lang="en" dir="ltr" className="flex flex-col gap-3">
    {tokens.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownPage
      <Block key={index} block={block as Tokens.Generic} />
    ))}
  </div>
)

function Block({ block }: { block: Tokens.Generic }) {
  switch (block.type) {
    case 'heading':
      return <Heading {...(block as Tokens.Heading)} />
    case 'paragraph':
      return <Paragraph {...(block as Tokens.Paragraph)} />
    case 'list':
      return <List {...(block as Tokens.List)} />
    case 'table':
      return <Table {...(block as Tokens.Table)} />
    case 'code':
      return <CommandBlock text={(block as Tokens.Code).text} label={t`Commands`} />
    default:
      return null
  }
}

/** The first heading is the title, which is already shown above the page. */
function Heading({ depth, text, tokens }: Tokens.Heading) {
  if (depth === 1) return null
  const Level = depth === 2 ? 'h3' : 'h4'
  return (
    <Level
      id={anchorOf(text)}
      className={depth === 2 ? 'mt-5 scroll-mt-6 text-base font-semibold' : 'mt-3 scroll-mt-6 font-semibold'}
    >
      <Words tokens={tokens} />
    </Level>
  )
}

function Paragraph({ tokens }: Tokens.Paragraph) {
  const [first, ...others] = tokens
  if (first?.type === 'image' && others.length === 0) return <Picture {...(first as Tokens.Image)} />
  return (
    <p className="max-w-[70ch] text-sm text-ink-soft">
      <Words tokens={tokens} />
    </p>
  )
}

const List = ({ items }: Tokens.List) => (
  <ul className="flex max-w-[70ch] list-disc flex-col gap-1 ps-5 text-sm text-ink-soft marker:text-ink-faint">
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownPage
      <li key={index}>
        <Words tokens={item.tokens} />
      </li>
    ))}
  </ul>
)

const Table = ({ header, rows }: Tokens.Table) => (
  <ScrollRegion role="group" aria-label={t`Table`} className="rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse text-start text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-ink-faint">
          {header.map((cell, index) => (
            <th
              // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownPage
              key={index}
              scope="col"
              className="h-8 px-3 text-start font-medium whitespace-nowrap first:ps-4 last:pe-4"
            >
              <Words tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownPage
          <tr key={index} className="border-b border-line align-top last:border-0">
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownPage
              <td key={column} className="px-3 py-1.5 first:ps-4 last:pe-4">
                <Words tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)

/**
 * A picture in the theme of the interface. A screenshot has two files, and pages refer to the light one. A
 * drawing has one file, whose colours follow the `color-scheme` that the image inherits.
 */
function Picture({ href, text }: Tokens.Image) {
  const { choice } = useTheme()
  const isDrawing = href.endsWith('.svg')
  const light = pictureAddress(href)
  const dark = pictureAddress(href.replace('-light.', '-dark.'))
  return (
    <picture>
      {choice === 'system' && <source media="(prefers-color-scheme: dark)" srcSet={dark} />}
      <img
        src={choice === 'dark' ? dark : light}
        alt={text}
        className={clsx('my-2 w-full rounded-lg border border-line', isDrawing ? 'max-w-5xl' : 'max-w-3xl')}
      />
    </picture>
  )
}

const Words = ({ tokens }: { tokens: Token[] | undefined }) =>
  tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see MarkdownPage
    <Fragment key={index}>
      <Word token={token as Tokens.Generic} />
    </Fragment>
  ))

function Word({ token }: { token: Tokens.Generic }) {
  switch (token.type) {
    case 'codespan':
      return (
        <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-xs text-ink">{token['text']}</code>
      )
    case 'strong':
      return (
        <strong className="font-semibold text-ink">
          <Words tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Words tokens={token.tokens} />
        </em>
      )
    case 'link':
      return <PageLink {...(token as Tokens.Link)} />
    case 'text':
      // The text of a list item has its own tokens.
      return token.tokens ? <Words tokens={token.tokens} /> : token['text']
    case 'escape':
      return token['text']
    default:
      return null
  }
}

/** Pages link only to each other, by file name, and to their own headings. */
function PageLink({ href, tokens }: Tokens.Link) {
  const linkClass = 'text-accent hover:underline'
  if (href.startsWith('#'))
    return (
      <a href={href} className={linkClass}>
        <Words tokens={tokens} />
      </a>
    )
  const [file = '', anchor] = href.split('#')
  return (
    <Link href={sectionPath('reference', file) + (anchor ? `#${anchor}` : '')} className={linkClass}>
      <Words tokens={tokens} />
    </Link>
  )
}
