import clsx from 'clsx'
import { useId } from 'react'
import {
  macronutrientOrder,
  micronutrientOrder,
  wholeNutrients,
} from '../../../src-shared/nutrition/model.ts'
import { unitSymbol } from '../../../src-shared/units.ts'
import {
  nutrition as description,
  type Nutrition,
  nutrition,
} from '../../../src-shared/vocabulary/nutrition.ts'
import { UnknownContent } from './record-fields.tsx'

const labels = nutrition.fields

/** A nutrition label as printed on packages: heavy rules, the serving, large calories, daily values on the right. */
export function NutritionFacts({ facts, position }: { facts: Nutrition; position?: string | undefined }) {
  const id = useId()
  const label = nutritionLabel(facts)
  const hasDaily = [...label.main, ...label.minor].some((line) => line.dailyPercent !== undefined)
  return (
    <article
      aria-labelledby={id}
      className="w-72 max-w-full border border-ink bg-surface px-2 pt-1 pb-2 text-ink"
    >
      <h3
        id={id}
        className="flex justify-between border-b border-ink pb-0.5 text-[1.8rem]/8 font-black tracking-[-0.02em]"
      >
        Nutrition Facts
      </h3>
      {label.title && <p className="pt-1 text-sm/4 font-extrabold">{label.title}</p>}
      {position && <p className="pt-1 text-2xs text-ink-soft">{position}</p>}
      <div className="pt-1 pb-0.5 text-sm/4">
        <p>
          {label.servings
            ? `${label.servings} ${label.servings === '1' ? 'serving' : 'servings'} per container`
            : 'Servings per container not given'}
        </p>
        <p className="flex justify-between gap-3 font-extrabold">
          <span>Serving size</span>
          <span className="text-right">{label.servingSize ?? 'not given'}</span>
        </p>
        {label.served && <Fact label={labels.numberServedInPackage.label} value={label.served} />}
        {label.referenceAmount && <Fact label={labels.raccAmt.label} value={label.referenceAmount} />}
      </div>
      <Rule weight="h-2" />
      <p className="pt-0.5 text-2xs font-extrabold">Amount per serving</p>
      <p className="flex items-baseline justify-between">
        <span className="text-[1.35rem]/7 font-black">Calories</span>
        <span className="tabular text-[2rem]/8 font-black">{label.calories ?? '–'}</span>
      </p>
      {label.caloriesFrom.map(({ label: from, calories }) => (
        <p key={from} className="flex justify-between text-xs">
          <span>Calories from {from.toLowerCase()}</span>
          <span className="tabular">{calories}</span>
        </p>
      ))}
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
          <p className="pt-1 text-2xs/3 text-ink-soft">
            * The % Daily Value tells how much a nutrient in a serving contributes to a daily diet.
          </p>
        </>
      )}
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

const Rule = ({ weight }: { weight: string }) => <div aria-hidden className={clsx('w-full bg-ink', weight)} />

interface LinesProps {
  lines: readonly NutritionLine[]
  caption: string
  /** Whether the heading of the daily values is visible; assistive technology always reads it. */
  heading?: boolean
  /** Vitamins and minerals are set in normal weight. */
  light?: boolean
}

function Lines({ lines, caption, heading, light }: LinesProps) {
  if (lines.length === 0) return <p className="py-1 text-xs text-ink-soft">No nutrients given.</p>
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
            className="border-t border-ink/40 first:border-t-0 [thead:not(.sr-only)+tbody>&]:first:border-t"
          >
            <th scope="row" className={clsx('text-left font-normal', line.part && 'pl-4')}>
              <span className={clsx(!light && !line.part && 'font-extrabold')}>{line.label}</span>{' '}
              <span className="tabular">{line.amount}</span>
            </th>
            <td className={clsx('tabular text-right', !light && 'font-extrabold')}>
              {line.dailyPercent !== undefined && `${line.dailyPercent}%`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** One line of the printed label. */
interface NutritionLine {
  key: string
  label: string
  /** With its unit, `8 g`; absent where only the daily value is known. */
  amount?: string
  /** Without the per cent sign. */
  dailyPercent?: string
  /** Part of the line above it: set in and lighter. */
  part: boolean
}
interface NutritionLabel {
  /** What the panel is of. */
  title?: string
  servings?: string
  /** The number of people that the package serves. */
  served?: string
  /** The amount customarily consumed at one time. */
  referenceAmount?: string
  /** `2/3 cup (55 g)` */
  servingSize?: string
  calories?: string
  /** Calories that come from fats: `Total fat 70`. */
  caloriesFrom: { label: string; calories: string }[]
  /** The nutrients above the second heavy rule. */
  main: NutritionLine[]
  /** Vitamins and minerals. */
  minor: NutritionLine[]
}

/** Daily values that stand apart from the amount of their nutrient. */
const percentKeys: Partial<Record<(typeof micronutrientOrder)[number], keyof Nutrition>> = {
  vitaminA: 'dailyPercentOfVitaminA',
  vitaminC: 'dailyPercentOfVitaminC',
  calcium: 'dailyPercentOfCalcium',
  iron: 'dailyPercentOfIron',
  chromium: 'dailyPercentOfChromium',
  folate: 'dailyPercentOfFolate',
  manganese: 'dailyPercentOfManganese',
  pantothenicAcid: 'dailyPercentOfPantothenicAcid',
  selenium: 'dailyPercentOfSelenium',
  vitaminK: 'dailyPercentOfVitaminK',
}

const nonBreaking = '\u00a0'

const measure = (text: string | undefined, uom: string | undefined): string | undefined =>
  text ? [text, uom ? unitSymbol(uom) : ''].filter(Boolean).join(nonBreaking) : undefined

const labelOf = (key: keyof typeof description.fields): string => description.fields[key].label

/** An object with the key, or without it when the value is absent. */
const given = <K extends string>(key: K, value: string | undefined): Partial<Record<K, string>> =>
  value ? ({ [key]: value } as Record<K, string>) : {}

/** The household measure first, the metric one in brackets, further ones after them. */
function servingSize(sizes: Nutrition['servingSizes']): string | undefined {
  const written = (sizes ?? []).flatMap((size) => {
    const text = measure(size.measure, size.uom)
    return text ? [{ text, metric: size.type === 'metric' }] : []
  })
  const metric = written.filter((size) => size.metric).map((size) => size.text)
  const household = written.filter((size) => !size.metric).map((size) => size.text)
  if (household.length === 0) return metric.join(', ') || undefined
  return metric.length > 0 ? `${household.join(', ')} (${metric.join(', ')})` : household.join(', ')
}

/** The label of one nutrition element; absent and empty members have no line. */
export function nutritionLabel(facts: Nutrition): NutritionLabel {
  const main = macronutrientOrder.flatMap((key): NutritionLine[] => {
    const nutrient = facts[key]
    const amount = measure(nutrient?.text, nutrient?.uom)
    const percent = nutrient?.dailyPct
    if (!amount && !percent) return []
    return [
      {
        key,
        label: labelOf(key),
        part: !wholeNutrients.has(key),
        ...given('amount', amount),
        ...given('dailyPercent', percent),
      },
    ]
  })
  const minor = micronutrientOrder.flatMap((key): NutritionLine[] => {
    const amount = measure(facts[key]?.text, facts[key]?.uom)
    const percentKey = percentKeys[key]
    const percent = percentKey === undefined ? undefined : facts[percentKey]
    const daily = typeof percent === 'string' ? percent : undefined
    if (!amount && !daily) return []
    return [
      { key, label: labelOf(key), part: false, ...given('amount', amount), ...given('dailyPercent', daily) },
    ]
  })
  const caloriesFrom = (['totalFat', 'saturatedFat'] as const).flatMap((key) => {
    const calories = facts[key]?.calories
    return calories ? [{ label: labelOf(key), calories }] : []
  })
  return {
    ...given('title', facts.title),
    ...given('servings', facts.numberOfServings),
    ...given('served', facts.numberServedInPackage),
    ...given('referenceAmount', measure(facts.raccAmt?.measure, facts.raccAmt?.uom)),
    ...given('servingSize', servingSize(facts.servingSizes)),
    ...given('calories', facts.energy),
    caloriesFrom,
    main,
    minor,
  }
}
