import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { decimal, quotient, readDecimal, times, writeDecimal } from '../../../src-shared/values/decimal.ts'
import { unitOf, unitSymbol } from '../../../src-shared/values/units.ts'
import type { PackageData } from '../../../src-shared/vocabulary/elements/item.ts'

/** Millimeters per unit of length; exact, from Recommendation 20. */
const millimetersPerUnit: Record<string, string> = {
  MMT: '1',
  CMT: '10',
  MTR: '1000',
  INH: '25.4',
  FOT: '304.8',
}

interface Side {
  /** In millimeters. */
  size: number
  /** The number and unit of the record, without trailing zeros: `19.5 cm`. */
  text: string
}

/** A side of a package; undefined if it is not a positive number or its unit is unknown. */
function sideOf(
  length: { measure?: string | undefined; uom?: string | undefined } | undefined,
): Side | undefined {
  const value = readDecimal(length?.measure?.trim() ?? '')
  const factor = millimetersPerUnit[unitOf(length?.uom ?? '')?.code ?? '']
  if (!value || value.digits <= 0n || !factor) return undefined
  const size = Number(writeDecimal(quotient(times(value, decimal(factor)), decimal('1'), 3)))
  return { size, text: `${writeDecimal(value)}\u00a0${unitSymbol(length?.uom ?? '')}` }
}

/** Maximum size of the box, in SVG units; the box is scaled to fit. */
const drawing = { width: 300, height: 220 }
/** Space for the labels around the box. */
const margin = { left: 62, right: 62, top: 10, bottom: 40 }
/** Depth is drawn at 40 degrees and half its length (cabinet projection). */
const depthAlong = 0.5 * Math.cos((40 * Math.PI) / 180)
const depthUp = 0.5 * Math.sin((40 * Math.PI) / 180)

/** Length of the ruler in millimeters, at most a third of the drawing: 500, 100, 50 or 10. */
const rulerOf = (scale: number): number | undefined =>
  [500, 100, 50, 10].find((length) => length * scale <= drawing.width / 3)

/**
 * The package as a box drawn to scale, with its measures and a ruler. Renders nothing if a side is missing,
 * because the shape is then unknown.
 */
export function PackageDrawing({ data }: { data: PackageData }) {
  const [length, height, width] = [sideOf(data.length), sideOf(data.height), sideOf(data.width)]
  if (!length || !height || !width) return null
  // The front shows width and height; the length is the depth.
  const scale = Math.min(
    drawing.width / (width.size + length.size * depthAlong),
    drawing.height / (height.size + length.size * depthUp),
  )
  const [w, h] = [width.size * scale, height.size * scale]
  const [dx, dy] = [length.size * depthAlong * scale, length.size * depthUp * scale]
  const box = { x: margin.left, y: margin.top + dy }
  const ruler = rulerOf(scale)
  const viewWidth = margin.left + w + dx + margin.right
  const viewHeight = margin.top + dy + h + margin.bottom
  const face = 'fill-sunken stroke-ink-soft'
  return (
    <svg
      role="img"
      aria-label={t`The package to scale: ${width.text} wide, ${height.text} high, ${length.text} long`}
      viewBox={`0 0 ${viewWidth} ${viewHeight}`}
      className="max-w-full text-ink-soft"
      style={{ width: viewWidth }}
      strokeLinejoin="round"
    >
      <path className={face} d={`M${box.x} ${box.y}l${dx} ${-dy}h${w}l${-dx} ${dy}z`} />
      <path className={face} d={`M${box.x + w} ${box.y}l${dx} ${-dy}v${h}l${-dx} ${dy}z`} />
      <rect className="fill-surface stroke-ink-soft" x={box.x} y={box.y} width={w} height={h} />
      <g className="fill-ink text-[11px]">
        <text x={box.x - 6} y={box.y + h / 2} textAnchor="end" dominantBaseline="middle">
          {height.text}
        </text>
        <text x={box.x + w / 2} y={box.y + h + 14} textAnchor="middle">
          {width.text}
        </text>
        <text x={box.x + w + dx / 2 + 6} y={box.y + h - dy / 2 + 10}>
          {length.text}
        </text>
      </g>
      {ruler !== undefined && (
        <g className="text-[10px]">
          <path
            className="fill-none stroke-ink-faint"
            d={`M${box.x} ${box.y + h + 22}v4h${ruler * scale}v-4`}
          />
          <text className="fill-ink-faint" x={box.x} y={box.y + h + 37}>
            <Trans>{ruler / 10} cm</Trans>
          </text>
        </g>
      )}
    </svg>
  )
}
