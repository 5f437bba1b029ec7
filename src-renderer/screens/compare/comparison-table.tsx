import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ArrowLeft, ArrowRight, FilePenLine, X } from 'lucide-react'
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { ItemView } from '../../../src-shared/catalog/model.ts'
import type { Item } from '../../../src-shared/vocabulary/elements/item.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ScrollRegion } from '../../ui/layout/scroll-region.tsx'
import { hasOpenOverlay, isTyping, Kbd } from '../../ui/text/keys.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { ComparedValue } from './compared-value.tsx'
import type { ComparedSection } from './comparison.ts'

export interface ComparedColumn {
  view: ItemView
  /** Absent if the record cannot be parsed. */
  item?: Item
}

interface ComparisonTableProps {
  columns: readonly ComparedColumn[]
  sections: readonly ComparedSection[]
  onlyDifferences: boolean
  /** Called with the identifiers in their new order, or without a removed one. */
  onOrder: (ids: readonly string[]) => void
  onDraft: (id: string) => void
  isDrafting: boolean
}

/** The comparison table. Labels and pictures are sticky; N and P move through the differences. */
export function ComparisonTable({
  columns,
  sections,
  onlyDifferences,
  onOrder,
  onDraft,
  isDrafting,
}: ComparisonTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const [current, setCurrent] = useState<string>()
  const differing = sections.flatMap(({ fields }) =>
    fields.filter(({ differs }) => differs).map(({ key }) => key),
  )
  const position = current === undefined ? -1 : differing.indexOf(current)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || hasOpenOverlay() || differing.length === 0) return
    const key = event.key.toLowerCase()
    const step = key === 'n' ? 1 : key === 'p' ? -1 : undefined
    if (step === undefined) return
    event.preventDefault()
    const start = position === -1 && step === -1 ? 0 : position
    const next = differing[(start + step + differing.length) % differing.length]
    setCurrent(next)
    const row = [...(table.current?.rows ?? [])].find((one) => one.dataset['field'] === next)
    row?.focus()
    row?.scrollIntoView({ block: 'center' })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  const ids = columns.map(({ view }) => view.id)
  const swapped = (index: number): string[] =>
    ids.map((id, at) => (at === index ? (ids[index + 1] ?? id) : at === index + 1 ? (ids[index] ?? id) : id))
  return (
    <ScrollRegion role="region" aria-label={t`Comparison`} className="min-h-0 flex-1 bg-canvas">
      <table
        ref={table}
        aria-label={t`Items compared`}
        className="min-w-full border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky start-0 z-20 w-44 min-w-44 border-e border-b border-line bg-surface p-3 text-start align-bottom text-xs font-normal text-ink-faint tall:top-0"
            >
              <span role="status">
                {position === -1 ? t`Next difference` : t`Difference ${position + 1} of ${differing.length}`}
              </span>{' '}
              <Kbd keys={['N']} /> <Kbd keys={['P']} />
            </th>
            {columns.map(({ view, item }, index) => (
              <th
                key={view.id}
                scope="col"
                className="z-10 w-72 min-w-60 border-e border-b border-line bg-surface p-3 text-start align-top font-normal tall:sticky tall:top-0"
              >
                <ColumnHead view={view} name={item?.name || `Item ${view.id}`} />
                <div className="mt-2 flex items-center gap-1">
                  <Button
                    size="small"
                    icon={<FilePenLine className="size-3.5" aria-hidden />}
                    busy={isDrafting}
                    onClick={() => onDraft(view.id)}
                  >
                    <Trans>Draft an update</Trans>
                  </Button>
                  <span className="flex-1" />
                  <IconButton
                    size="small"
                    label={t`Move ${item?.name || view.id} left`}
                    disabled={index === 0}
                    icon={<ArrowLeft className="size-3.5" aria-hidden />}
                    onClick={() => onOrder(swapped(index - 1))}
                  />
                  <IconButton
                    size="small"
                    label={t`Move ${item?.name || view.id} right`}
                    disabled={index === columns.length - 1}
                    icon={<ArrowRight className="size-3.5" aria-hidden />}
                    onClick={() => onOrder(swapped(index))}
                  />
                  <IconButton
                    size="small"
                    label={t`Leave out ${item?.name || view.id}`}
                    icon={<X className="size-3.5" aria-hidden />}
                    onClick={() => onOrder(ids.filter((id) => id !== view.id))}
                  />
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sections.map(({ id, label, fields }) => {
            const shown = onlyDifferences ? fields.filter(({ differs }) => differs) : fields
            if (shown.length === 0) return null
            return (
              <Fragment key={id}>
                <tr>
                  <th
                    scope="rowgroup"
                    colSpan={columns.length + 1}
                    className="border-b border-line bg-sunken px-3 py-1.5 text-start text-xs font-semibold text-ink-soft"
                  >
                    <span className="sticky start-3">{label}</span>
                  </th>
                </tr>
                {shown.map((field) => (
                  <tr
                    key={field.key}
                    data-field={field.key}
                    tabIndex={-1}
                    className={clsx(field.key === current && 'outline-2 -outline-offset-2 outline-focus')}
                  >
                    <th
                      scope="row"
                      className="sticky start-0 z-10 w-44 min-w-44 border-e border-b border-line bg-surface px-3 py-2 text-start align-top text-xs font-medium text-ink-soft"
                    >
                      {field.differs && (
                        <span className="me-1 font-semibold text-warn" title={t`Differs`}>
                          <span aria-hidden>≠</span>
                          <span className="sr-only">
                            <Trans>Differs:</Trans>{' '}
                          </span>
                        </span>
                      )}
                      {field.labels.join(' › ')}
                    </th>
                    {columns.map(({ view }, index) => (
                      <td
                        key={view.id}
                        className={clsx(
                          'border-e border-b border-line px-3 py-2 align-top break-words',
                          field.differs ? 'bg-surface' : 'text-ink-soft',
                        )}
                      >
                        <ComparedValue
                          field={field}
                          value={field.values[index]}
                          base={index === 0 ? undefined : field.values[0]}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function ColumnHead({ view, name }: { view: ItemView; name: string }) {
  const picture = view.pictures.find(({ thumbnail }) => thumbnail) ?? view.pictures[0]
  return (
    <div className="flex flex-col gap-2">
      <Thumbnail
        url={picture?.thumbnail}
        placeholder={picture?.placeholder}
        className="size-28 [@media(max-height:559px)]:size-16"
      />
      <Link
        href={`/catalog/${encodeURIComponent(view.id)}`}
        className="line-clamp-2 text-sm font-semibold hover:underline"
      >
        {name}
      </Link>
    </div>
  )
}
