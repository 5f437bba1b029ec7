import { Trans } from '@lingui/react/macro'
import { Link } from 'wouter'
import { wholeNumber } from '../../ui/text/words.ts'
import { shareOf } from './share.ts'

interface BarFigure {
  /** URL of the list of its items. */
  href: string
  label: string
  items: number
}

/** Item counts as a table with a bar in each row. A click anywhere in a row opens its list. */
export function BarFigures({ label, bars, of }: { label: string; bars: readonly BarFigure[]; of: number }) {
  const maxLabelLength = Math.max(0, ...bars.map(({ label: name }) => name.length))
  return (
    <table className="w-full table-fixed text-start text-xs">
      <caption className="sr-only">{label}</caption>
      <colgroup>
        <col className={maxLabelLength > 12 ? 'w-42' : 'w-21'} />
        <col />
        <col className="w-18" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">
            <Trans>What</Trans>
          </th>
          <th scope="col">
            <Trans>Items</Trans>
          </th>
          <th scope="col">
            <Trans>Share</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ href, label: name, items }) => (
          <tr key={href} className="relative h-8">
            <th scope="row" className="pe-2 text-end font-normal break-words text-ink-soft">
              {items > 0 ? (
                <Link href={href} className="after:absolute after:inset-0 hover:underline">
                  {name}
                </Link>
              ) : (
                name
              )}
            </th>
            <td>
              <span className="flex items-center gap-2">
                <span className="h-3.5 flex-1 overflow-hidden rounded-xs bg-pressed forced-colors:border">
                  <span
                    className="block h-full rounded-xs bg-accent forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none"
                    // Keeps the smallest numbers visible.
                    style={{ width: `${(100 * items) / Math.max(1, of)}%`, minWidth: items > 0 ? 2 : 0 }}
                  />
                </span>
                <span className="tabular w-12">{wholeNumber(items)}</span>
              </span>
            </td>
            <td className="tabular whitespace-nowrap text-end text-ink-faint">{shareOf(items, of)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
