import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Missing, Score } from '../../src-shared/completeness/model.ts'
import { scorePercent } from '../../src-shared/completeness/score-bands.ts'
import { sections } from '../../src-shared/vocabulary/elements/sections.ts'
import { Badge } from './badge.tsx'
import { Meter } from './progress-bar.tsx'

/** A score as `82 %`, rounded down, so that only a complete score is 100 %. */
export const percentOf = (score: number): string => `${scorePercent(score)} %`

/** Colour of a meter: complete, at least half, or less. */
const colorOf = (score: number): string =>
  score === 1 ? 'bg-good' : score >= 0.5 ? 'bg-info-solid' : 'bg-warn'

/** A score as a bar with its percentage, for tables and above the missing fields. */
export function ScoreBar({ score, label, className }: { score: number; label: string; className?: string }) {
  return (
    <span className={clsx('flex items-center gap-3', className)}>
      <span className="tabular w-11 shrink-0 text-sm font-semibold">{percentOf(score)}</span>
      <Meter
        label={label}
        detail={percentOf(score)}
        max={1}
        parts={[{ value: score, className: colorOf(score) }]}
      />
    </span>
  )
}

/** Numbers of met required and wished fields, in words. */
const summaryOf = ({ required, wished }: Score): string =>
  [
    ...(required.of > 0 ? [t`${required.met} of ${required.of} required`] : []),
    ...(wished.of > 0 ? [t`${wished.met} of ${wished.of} wished`] : []),
  ].join(', ')

interface CompletenessProps {
  score: Score
  /** Opens the field that is missing. Absent: the missing fields are listed without buttons. */
  onGo?: ((missing: Missing) => void) | undefined
  /** Shown next to the counts, such as the choice of the profile. */
  actions?: ReactNode
}

/**
 * Completeness of an item: its score, and the missing fields by section, each a button that opens the field.
 */
export function Completeness({ score, onGo, actions }: CompletenessProps) {
  const bySection = Map.groupBy(score.missing, ({ section }) => section)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-56 flex-1">
          <ScoreBar score={score.score} label={t`Completeness`} className="max-w-96" />
          <p className="mt-1 text-xs text-ink-soft" aria-live="polite">
            {summaryOf(score)}
            {score.missing.length === 0 &&
              score.required.of + score.wished.of > 0 &&
              t`. Nothing is missing.`}
          </p>
        </div>
        {actions}
      </div>
      {sections.map(({ id, label }) => {
        const missing = bySection.get(id)
        return (
          missing && (
            // Not a region, because the page around it may have one with the same name.
            <div key={id}>
              <h3 className="mb-1 text-xs font-semibold text-ink-soft">{label}</h3>
              <ul className="-mx-2 flex flex-col">
                {missing.map((one) => (
                  <MissingField key={`${one.path} ${one.label}`} missing={one} onGo={onGo} />
                ))}
              </ul>
            </div>
          )
        )
      })}
      <NotChecked score={score} />
    </div>
  )
}

function MissingField({ missing, onGo }: { missing: Missing; onGo: CompletenessProps['onGo'] }) {
  const { label, kind, reason } = missing
  const words = (
    <>
      <span className="min-w-0 flex-1 text-start">
        <span className="font-medium">{label}</span> <span className="text-ink-faint">{reason}</span>
      </span>
      <Badge tone={kind === 'required' ? 'warn' : 'neutral'}>
        {kind === 'required' ? t`Required` : t`Wished`}
      </Badge>
    </>
  )
  const rowClass = 'flex min-h-8 w-full items-center gap-3 rounded-md px-2 py-1 text-sm'
  return (
    <li>
      {onGo ? (
        <button
          type="button"
          onClick={() => onGo(missing)}
          className={clsx(rowClass, 'cursor-default hover:bg-hover active:bg-pressed')}
        >
          {words}
        </button>
      ) : (
        <p className={rowClass}>{words}</p>
      )}
    </li>
  )
}

/** Fields that cannot be judged here, grouped by reason. They do not count for or against the score. */
function NotChecked({ score: { notChecked } }: { score: Score }) {
  if (notChecked.length === 0) return null
  return (
    <div className="text-xs text-ink-faint">
      {[...Map.groupBy(notChecked, ({ reason }) => reason)].map(([reason, fields]) => (
        <p key={reason}>
          <Trans>
            <Plural value={fields.length} one="# field" other="# fields" /> not judged: {reason} (
            {fields.map(({ label }) => label).join('; ')}
            ).
          </Trans>
        </p>
      ))}
    </div>
  )
}
