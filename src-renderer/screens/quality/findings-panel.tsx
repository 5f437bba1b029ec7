import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { findings, type QualityFigures } from '../../../src-shared/quality/model.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { wholeNumber } from '../../ui/text/words.ts'
import { figureHref } from './quality-url.ts'
import { shareOf } from './share.ts'

/** What was found in items, each figure with a way to its list. */
export function FindingsPanel({ figures: { findings: found, counted } }: { figures: QualityFigures }) {
  const itemsOf = new Map(found.map(({ id, items }) => [id, items]))
  return (
    <Panel
      title={t`Findings`}
      description={
        found.every(({ items }) => items === 0)
          ? t`Nothing was found. What is still missing stands below.`
          : undefined
      }
      flush
    >
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-b-lg border-t border-line bg-line lg:grid-cols-4">
        {findings.map(({ id, label, about }) => {
          const items = itemsOf.get(id) ?? 0
          return (
            <li key={id} className="bg-surface forced-colors:border">
              <Finding id={id} label={label} about={about} items={items} of={counted} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

interface FindingProps {
  id: string
  label: string
  about: string
  items: number
  of: number
}

function Finding({ id, label, about, items, of }: FindingProps) {
  const look = 'flex h-full flex-col gap-0.5 px-4 py-3'
  const words = (
    <>
      <span className="text-xs font-medium text-ink-soft">{label}</span>
      <span className="flex items-baseline gap-2">
        <span className={clsx('tabular text-xl font-semibold', items === 0 && 'text-ink-faint')}>
          {wholeNumber(items)}
        </span>
        {items > 0 ? (
          <span className="tabular text-xs text-ink-faint">{shareOf(items, of)}</span>
        ) : (
          <Check className="size-4 self-center text-good" aria-label={t`None`} />
        )}
      </span>
      <span className="text-xs text-ink-faint">{about}</span>
    </>
  )
  if (items === 0) return <div className={look}>{words}</div>
  return (
    <Link
      href={figureHref(`finding:${id}`)}
      className={clsx(look, 'hover:bg-hover focus-visible:-outline-offset-2')}
    >
      {words}
    </Link>
  )
}
