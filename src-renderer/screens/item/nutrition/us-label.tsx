import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useId } from 'react'
import { printedName } from '../../../../src-shared/nutrition/model.ts'
import { type NutritionLine, nutritionLabel } from '../../../../src-shared/nutrition/us-label.ts'
import { spoken } from '../../../../src-shared/texts/spoken.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { UnknownContent } from '../record-fields.tsx'
import { ComputedMark, ComputedNote } from './computed-mark.tsx'

/**
 * The US nutrition label of 2016, with heavy rules, the serving, large calories and daily values on the
 * right. Black on white in both themes, like the printed label.
 */
export function UsLabel({ facts, position }: { facts: Nutrition; position?: string | undefined }) {
  const id = useId()
  const label = nutritionLabel(facts)
  const lines = [...label.main, ...label.minor]
  const hasDaily = lines.some((line) => line.dailyPercent !== undefined)
  return (
    <article
      aria-labelledby={id}
      // A printed form, so it is in English and left to right in every language.
      lang="en"
      dir="ltr"
      className="@container w-full break-inside-avoid max-w-88 border border-black bg-white px-2 pt-1 pb-2 text-black"
    >
      <h3
        id={id}
        className="flex justify-between border-b border-black pb-0.5 text-[min(1.8rem,11cqi)]/8 font-black whitespace-nowrap tracking-[-0.02em]"
      >
        Nutrition Facts
      </h3>
      {label.title && <p className="pt-1 text-sm/4 font-extrabold">{label.title}</p>}
      {position && <p className="pt-1 text-2xs text-black/75">{position}</p>}
      <div className="pt-1 pb-0.5 text-sm/4">
        <p>
          {label.servings
            ? `${label.servings} ${label.servings === '1' ? 'serving' : 'servings'} per container`
            : t`Servings per container not given`}
        </p>
        <p className="flex justify-between gap-3 font-extrabold">
          <span>Serving size</span>
          <span className="text-right">{label.servingSize ?? t`not given`}</span>
        </p>
        {label.served && <Fact label={printedName('numberServedInPackage')} value={label.served} />}
        {label.referenceAmount && <Fact label={printedName('raccAmt')} value={label.referenceAmount} />}
      </div>
      <Rule weight="h-2" />
      <p className="pt-0.5 text-2xs font-extrabold">Amount per serving</p>
      <p className="flex items-baseline justify-between">
        <span className="text-[1.35rem]/7 font-black">Calories</span>
        <span className="tabular text-[2rem]/8 font-black">{label.calories ?? '–'}</span>
      </p>
      <Rule weight="h-1" />
      <Lines lines={label.main} caption="Nutrients" heading={hasDaily} />
      {label.minor.length > 0 && (
        <>
          <Rule weight="h-2" />
          <Lines lines={label.minor} caption="Vitamins and minerals" light />
        </>
      )}
      {hasDaily && (
        <>
          <Rule weight="h-1" />
          <p className="pt-1 text-2xs/3 text-black/75">
            * The % Daily Value tells how much a nutrient in a serving contributes to a daily diet. 2,000
            calories a day is used for general nutrition advice.
            {lines.some((line) => line.isComputed) && <ComputedNote />}
          </p>
        </>
      )}
      {label.caloriesFrom.map(({ label: from, calories }) => (
        <p key={from} className="pt-1 text-2xs/3 text-black/75">
          <Trans>
            The record also gives {calories} calories from {spoken(from)}, which the form of 2016 leaves out.
          </Trans>
        </p>
      ))}
      {facts.unknown && (
        <div className="pt-2">
          <UnknownContent unknown={facts.unknown} />
        </div>
      )}
    </article>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <p className="flex justify-between gap-3">
    <span>{label}</span>
    <span className="text-right">{value}</span>
  </p>
)

const Rule = ({ weight }: { weight: string }) => (
  <div aria-hidden className={clsx('w-full bg-black forced-colors:bg-[CanvasText]', weight)} />
)

interface LinesProps {
  lines: readonly NutritionLine[]
  caption: string
  /** Whether the heading of the daily values is visible. Screen readers always read it. */
  heading?: boolean
  /** Vitamins and minerals use normal font weight. */
  light?: boolean
}

function Lines({ lines, caption, heading, light }: LinesProps) {
  if (lines.length === 0) return <p className="py-1 text-xs text-black/75">{t`No nutrients given.`}</p>
  return (
    <table className="w-full border-collapse text-sm/5">
      <caption className="sr-only">{caption}</caption>
      <thead className={heading ? undefined : 'sr-only'}>
        <tr className="text-2xs font-extrabold">
          <th scope="col" className="sr-only">
            Nutrient and amount
          </th>
          <th scope="col" colSpan={2} className="py-0.5 text-right">
            % Daily Value*
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.key}
            className="border-t border-black/40 first:border-t-0 [thead:not(.sr-only)+tbody>&]:first:border-t"
          >
            <th scope="row" className={clsx('text-left font-normal', line.part && 'pl-4')}>
              <span className={clsx(!light && !line.part && 'font-extrabold')}>{line.label}</span>{' '}
              <span className="tabular">{line.amount}</span>
            </th>
            <td
              className={clsx(
                'tabular text-right',
                line.isComputed ? 'font-normal' : !light && 'font-extrabold',
              )}
            >
              {line.dailyPercent !== undefined && `${line.dailyPercent}%`}
              {line.isComputed && <ComputedMark />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
