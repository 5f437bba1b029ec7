import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { useId } from 'react'
import { euLabel } from '../../../../src-shared/nutrition/eu-label.ts'
import type { Nutrition } from '../../../../src-shared/vocabulary/elements/nutrition.ts'
import { UnknownContent } from '../record-fields.tsx'
import { ComputedMark, ComputedNote } from './computed-mark.tsx'

/**
 * The EU nutrition declaration, with the values per 100 g or ml first. Black on white in both themes, like
 * the printed label.
 */
export function EuLabel({ panels }: { panels: readonly Nutrition[] }) {
  const id = useId()
  const { columns, lines } = euLabel(panels)
  const isComputed = lines.some(({ cells }) =>
    cells.some((cell, index) => cell?.isComputed || (index === 0 && cell?.percent !== undefined)),
  )
  const unknown = panels.flatMap((facts) => facts.unknown ?? [])
  return (
    <article
      aria-labelledby={id}
      lang="en"
      dir="ltr"
      className="w-full max-w-104 break-inside-avoid border border-black bg-white px-3 py-2 text-black"
    >
      <table className="w-full border-collapse text-sm/5">
        <caption id={id} className="pb-1 text-left text-base font-bold">
          Nutrition declaration
        </caption>
        <thead>
          <tr className="border-y border-black text-xs">
            <th scope="col" className="sr-only">
              Nutrient
            </th>
            {columns.map(({ words }, index) => (
              <th
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are in the order of the record
                key={index}
                scope="col"
                className="py-1 pl-3 text-right font-bold"
              >
                per {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, label, part, cells }) => (
            <tr key={key} className="border-b border-black/25">
              <th scope="row" className={clsx('text-left', part ? 'pl-4 font-normal' : 'font-semibold')}>
                {label}
              </th>
              {cells.map((cell, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns are in the order of the record
                  key={index}
                  className="tabular py-0.5 pl-3 text-right"
                >
                  {cell?.amount ?? '–'}
                  {cell?.isComputed && <ComputedMark />}
                  {index === 0 && cell?.percent !== undefined && (
                    <span className="block text-2xs/3 text-black/75">
                      {cell.percent} % RI*
                      <ComputedMark />
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && <p className="py-1 text-xs">{t`No nutrients given.`}</p>}
      <p className="pt-1 text-2xs/3 text-black/75">
        * Reference intake of an average adult (8400 kJ / 2000 kcal).
        {isComputed && <ComputedNote />}
      </p>
      {unknown.length > 0 && (
        <div className="pt-2">
          <UnknownContent unknown={unknown} />
        </div>
      )}
    </article>
  )
}
