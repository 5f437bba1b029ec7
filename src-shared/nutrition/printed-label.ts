/**
 * Nutrition labels as tables of texts, for print: one label per panel in the US form, or one label for all
 * panels in the EU form.
 */
import type { Nutrition } from '../vocabulary/elements/nutrition.ts'
import { euLabel } from './eu-label.ts'
import type { Market } from './model.ts'
import { nutritionLabel } from './us-label.ts'

export interface PrintedLabel {
  title: string
  /** Lines above the table: servings, and the state of the food. */
  remarks: string[]
  /** Headings of the cells; the first column, with the nutrients, has none. */
  columns: string[]
  lines: { label: string; cells: string[]; part: boolean }[]
  /** Explains the mark in cells; absent if no cell has one. */
  footnote?: string
}

/** The sign after a computed value, and what it means. */
export const computed = { mark: '†', words: '† computed from what the record says' }

const share = (percent: string | undefined, isComputed: true | undefined): string =>
  percent === undefined ? '' : `${percent}%${isComputed ? computed.mark : ''}`

function american(facts: Nutrition): PrintedLabel {
  const label = nutritionLabel(facts)
  const lines = [...label.main, ...label.minor]
  return {
    title: 'Nutrition Facts',
    remarks: [
      label.title,
      label.servings && `Servings: ${label.servings}`,
      label.servingSize && `Serving size: ${label.servingSize}`,
    ].filter((text): text is string => text !== undefined && text !== ''),
    columns: ['Amount', '% DV'],
    lines: [
      ...(label.calories ? [{ label: 'Calories', cells: [label.calories, ''], part: false }] : []),
      ...lines.map((line) => ({
        label: line.label,
        cells: [line.amount ?? '', share(line.dailyPercent, line.isComputed)],
        part: line.part,
      })),
    ],
    ...(lines.some(({ isComputed }) => isComputed) && { footnote: computed.words }),
  }
}

function european(panels: readonly Nutrition[]): PrintedLabel {
  const { columns, lines } = euLabel(panels)
  const cells = lines.flatMap((line) => line.cells)
  return {
    title: 'Nutrition declaration',
    remarks: [],
    columns: columns.map(({ words }) => `per ${words}`),
    lines: lines.map(({ label, part, cells: of }) => ({
      label,
      part,
      cells: of.map((cell) => (cell ? `${cell.amount}${cell.isComputed ? computed.mark : ''}` : '')),
    })),
    ...(cells.some((cell) => cell?.isComputed) && { footnote: computed.words }),
  }
}

/** The labels of all panels; a panel without amounts has none. */
export const printedLabels = (panels: readonly Nutrition[], market: Market): PrintedLabel[] =>
  (market === 'eu' ? [european(panels)] : panels.map(american)).filter(({ lines }) => lines.length > 0)
