import { t } from '@lingui/core/macro'
import { euLabel } from '../../../../src-shared/nutrition/eu-label.ts'
import type { Market } from '../../../../src-shared/nutrition/model.ts'
import { nutritionLabel } from '../../../../src-shared/nutrition/us-label.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'

/** The nutrition facts of a product as rows of a table, with the columns of the label that is shown. */
export function nutritionRows(panels: readonly Nutrition[], market: Market): string[][] {
  return market === 'eu' ? euRows(panels) : panels.flatMap(usRows)
}

function euRows(panels: readonly Nutrition[]): string[][] {
  const { columns, lines } = euLabel(panels)
  const percents = lines.some(({ cells }) => cells[0]?.percent !== undefined)
  return [
    [t`Nutrient`, ...columns.map(({ words }) => t`per ${words}`), ...(percents ? [t`% RI`] : [])],
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
    ...[...main, ...minor].map(({ label, amount, dailyPercent }) => [
      label,
      amount ?? '',
      dailyPercent === undefined ? '' : `${dailyPercent} %`,
    ]),
  ]
}
