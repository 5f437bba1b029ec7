import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { type FindingFigure, findings } from '../../../src-shared/quality/model.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import type { FiguresProps } from './figures-props.ts'
import { figureHref } from './quality-url.ts'
import { shareOf } from './share.ts'

/** The findings of the count, each with the number of its items and a link to their list. */
export function FindingsPanel({ figures: { findings: found }, isCounting, profileId }: FiguresProps) {
  const figureOf = new Map(found.map((one) => [one.id, one]))
  return (
    <Panel
      title={t`Findings`}
      description={
        !isCounting && found.every(({ items }) => items === 0)
          ? t`No findings. Missing fields are listed below.`
          : undefined
      }
      flush
    >
      <ul
        data-rows
        className="grid grid-cols-2 gap-px overflow-hidden rounded-b-lg border-t border-line bg-line lg:grid-cols-3"
      >
        {findings.map(({ id, label, about }) => {
          const { items, of, isUnchecked = false } = figureOf.get(id) ?? { items: 0, of: 0 }
          return (
            <li key={id} className="bg-surface max-lg:last:odd:col-span-2 forced-colors:border">
              <Finding
                href={isUnchecked ? '/evidence' : figureHref(`finding:${id}`, profileId)}
                isUnchecked={isUnchecked}
                label={label}
                about={about}
                items={isCounting && items === 0 ? undefined : items}
                of={of}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

interface FindingProps extends Pick<FindingFigure, 'of'> {
  /** Undefined while it is counted. */
  items: number | undefined
  isUnchecked: boolean
  href: string
  label: string
  about: string
}

function Finding({ href, label, about, items, of, isUnchecked }: FindingProps) {
  const cellClass = 'flex h-full flex-col gap-0.5 px-4 py-3'
  const words = (
    <>
      <span className="text-xs font-medium text-ink-soft">{label}</span>
      <span className="flex items-baseline gap-2">
        <span className={clsx('tabular text-xl font-semibold', items === 0 && 'text-ink-faint')}>
          {isUnchecked ? (
            <span className="text-base text-ink-soft">{t`Not checked yet`}</span>
          ) : items === undefined ? (
            <>
              <span aria-hidden>…</span>
              <span className="sr-only">{t`Being counted`}</span>
            </>
          ) : (
            wholeNumber(items)
          )}
        </span>
        {items === undefined ? null : items > 0 ? (
          <span className="tabular text-xs text-ink-faint">{shareOf(items, of)}</span>
        ) : (
          <Check className="size-4 self-center text-good" aria-label={t`None`} />
        )}
      </span>
      <span className="text-xs text-ink-faint">{about}</span>
    </>
  )
  if (items === 0) return <div className={cellClass}>{words}</div>
  return (
    <Link href={href} className={clsx(cellClass, 'hover:bg-hover focus-visible:-outline-offset-2')}>
      {words}
    </Link>
  )
}
