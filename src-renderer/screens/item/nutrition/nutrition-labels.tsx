import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { checkNutrition } from '../../../../src-shared/nutrition/checks/check-nutrition.ts'
import { euLabel } from '../../../../src-shared/nutrition/eu-label.ts'
import { type Market, markets, marketWords } from '../../../../src-shared/nutrition/model.ts'
import { nutritionLabel } from '../../../../src-shared/nutrition/us-label.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { useMarketChoice } from '../../../form/nutrition/use-market.ts'
import { Segmented } from '../../../ui/inputs/segmented.tsx'
import { Term } from '../../../ui/overlays/term.tsx'
import { CopyField } from '../../../ui/text/copy-field.tsx'
import { EuLabel } from './eu-label.tsx'
import { UsLabel } from './us-label.tsx'

/**
 * The nutrition facts of one product as the label of the market selected on this computer, because a record
 * does not name the rules it follows. Problems found by the checks are listed below the label.
 */
export function NutritionLabels({ panels }: { panels: readonly Nutrition[] }) {
  const { market, choose } = useMarketChoice()
  const id = useId()
  const findings = checkNutrition(panels, market)
  return (
    <section aria-labelledby={id} className="group/copy flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 id={id} className="text-sm font-semibold">
          <Trans>Nutrition</Trans>
        </h2>
        <span className="flex-1">
          <Term name="declared daily value" />
          {panels.length > 1 && <Term name="prepared state" />}
          <CopyField label={t`nutrition as a table`} copied={nutritionRows(panels, market)} />
        </span>
        <Segmented
          className="print:hidden"
          label={t`Label of`}
          labelHidden
          value={market}
          onValueChange={choose}
          options={markets.map((value) => ({ value, label: marketWords[value].label }))}
        />
      </div>
      {market === 'eu' ? (
        <EuLabel panels={panels} />
      ) : (
        panels.map((facts, index) => (
          <UsLabel
            // biome-ignore lint/suspicious/noArrayIndexKey: labels are in the order of the record
            key={index}
            facts={facts}
            position={panels.length > 1 ? t`Label ${index + 1} of ${panels.length}` : undefined}
          />
        ))
      )}
      {findings.length > 0 && (
        <ul aria-label={t`What does not add up`} className="flex max-w-104 flex-col gap-1 text-xs text-warn">
          {findings.map((finding) => (
            <li key={`${finding.code} ${finding.message}`}>{finding.message}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The nutrition facts of a product as table rows, with the columns of the label that is shown. */
function nutritionRows(panels: readonly Nutrition[], market: Market): string[][] {
  return market === 'eu' ? euRows(panels) : panels.flatMap(usRows)
}

function euRows(panels: readonly Nutrition[]): string[][] {
  const { columns, lines } = euLabel(panels)
  const percents = lines.some(({ cells }) => cells[0]?.percent !== undefined)
  return [
    [t`Nutrient`, ...columns.map(({ words }) => t`per ${words}`), ...(percents ? [t`% RI, computed`] : [])],
    ...lines.map(({ label, cells }) => [
      label,
      ...columns.map((_, index) => cells[index]?.amount ?? ''),
      ...(percents ? [cells[0]?.percent ? `${cells[0].percent} %` : ''] : []),
    ]),
  ]
}

function usRows(facts: Nutrition): string[][] {
  const { title, servings, servingSize, calories, main, minor } = nutritionLabel(facts)
  const above: [string, string | undefined][] = [
    [t`Servings per container`, servings],
    [t`Serving size`, servingSize],
    [t`Calories`, calories],
  ]
  return [
    [title ?? t`Nutrition Facts`, t`Amount per serving`, t`% Daily Value`],
    ...above.flatMap(([label, amount]) => (amount === undefined ? [] : [[label, amount, '']])),
    ...[...main, ...minor].map(({ label, amount, dailyPercent, isComputed }) => [
      label,
      amount ?? '',
      dailyPercent === undefined ? '' : `${dailyPercent} %${isComputed ? ` ${t`computed`}` : ''}`,
    ]),
  ]
}
