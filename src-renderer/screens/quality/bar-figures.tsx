import { Trans } from '@lingui/react/macro'
import { Bar, BarChart, LabelList, Rectangle, type RectangleProps, XAxis, YAxis } from 'recharts'
import { Link, useLocation } from 'wouter'
import { wholeNumber } from '../../ui/text/words.ts'
import { shareOf } from './share.ts'

interface BarFigure {
  /** The address of its items. */
  href: string
  label: string
  items: number
}

const rowHeight = 32
/** Text of a drawing does not take the colours of the system by itself. */
const systemText = 'forced-colors:fill-[CanvasText]'

/** The colours are of the theme; with forced colours the bars take the system's. */
const BarShape = (props: RectangleProps) => (
  <Rectangle {...props} className="cursor-pointer fill-accent forced-colors:fill-[CanvasText]" />
)

/**
 * Numbers of items as bars, each with a way to its list. The same figures stand as a table with links: for a screen
 * reader, and shown to whoever goes there by keyboard.
 */
export function BarFigures({ label, bars, of }: { label: string; bars: readonly BarFigure[]; of: number }) {
  const [, navigate] = useLocation()
  const longest = Math.max(0, ...bars.map(({ label: name }) => name.length))
  return (
    <figure aria-label={label} className="group relative">
      <div dir="ltr" className="group-focus-within:has-[+table:focus-within]:hidden">
        <BarChart
          accessibilityLayer
          responsive
          layout="vertical"
          title={label}
          data={[...bars]}
          barCategoryGap={8}
          margin={{ top: 0, right: 56, bottom: 0, left: 0 }}
          style={{ width: '100%', height: bars.length * rowHeight }}
        >
          <XAxis type="number" domain={[0, Math.max(1, of)]} hide />
          <YAxis
            type="category"
            dataKey="label"
            width={longest > 12 ? 168 : 84}
            axisLine={false}
            tickLine={false}
            interval={0}
            tick={{ fill: 'var(--color-ink-soft)', fontSize: 12, className: systemText }}
          />
          <Bar
            dataKey="items"
            isAnimationActive={false}
            minPointSize={(value) => (Number(value) > 0 ? 2 : 0)}
            maxBarSize={14}
            radius={2}
            shape={BarShape}
            background={{ fill: 'var(--color-pressed)', radius: 2 }}
            onClick={(_, index) => {
              const bar = bars[index]
              if (bar && bar.items > 0) navigate(bar.href)
            }}
          >
            <LabelList
              dataKey="items"
              position="right"
              fill="var(--color-ink)"
              className={systemText}
              fontSize={12}
              formatter={(value) => wholeNumber(Number(value))}
            />
          </Bar>
        </BarChart>
      </div>
      <table className="sr-only w-full text-start text-xs focus-within:not-sr-only">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr className="text-ink-faint">
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
            <tr key={href} className="h-8">
              <th scope="row" className="font-normal">
                {items > 0 ? (
                  <Link href={href} className="underline">
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </th>
              <td className="tabular">{wholeNumber(items)}</td>
              <td className="tabular">{shareOf(items, of)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
