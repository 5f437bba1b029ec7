import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { brands, distributors, manufacturers } from './identities.ts'
import { lines } from './lines/index.ts'
import type { Line, Net, SampleProduct, Variant } from './model.ts'
import { kilocalories, mergeFacts, servingsOf } from './nutrition.ts'
import { seeded } from './seeded.ts'

/** Every package of the sample, in the order in which it is loaded. */
export function sampleProducts(): SampleProduct[] {
  const numbers = new Map<string, number>()
  return lines.flatMap((line) =>
    line.variants.map((variant) => {
      const number = (numbers.get(line.brand) ?? 0) + 1
      numbers.set(line.brand, number)
      return product(line, variant, number)
    }),
  )
}

function product(line: Line, variant: Variant, number: number): SampleProduct {
  const brand = brands[line.brand]
  if (!brand) throw new Error(`No brand is called ${line.brand}`)
  const manufacturer = manufacturers.find(({ id }) => id === brand.manufacturer)
  if (!manufacturer) throw new Error(`${brand.name} has no manufacturer`)
  const random = seeded(`${line.brand} ${line.name} ${variant.name}`)
  const net = variant.net ?? line.net
  const facts = line.facts ? mergeFacts(line.facts, variant.facts) : undefined
  const imported = line.origin !== 'US'
  return {
    // 952 is the range GS1 keeps for demonstrations: no product of this world carries such a number.
    gtin: withCheckDigit(`952${brand.id.slice(1)}${String(number * 17 + 100).padStart(5, '0')}`),
    line,
    variant,
    brand,
    manufacturer,
    distributorId: random.pick(distributors.slice(0, 4))[0],
    ...(imported ? { importerId: distributors[4][0] } : {}),
    categoryId: line.category,
    department: line.category.slice(0, 2),
    name: line.name.replace('{v}', variant.name),
    said:
      variant.text ??
      line.text.replaceAll('{v}', line.text.startsWith('{v}') ? variant.name : variant.name.toLowerCase()),
    claims: variant.claims ?? line.claims,
    warnings: variant.warnings ?? line.warnings ?? [],
    net,
    size: variant.size ?? line.size,
    ingredients:
      variant.ingredients ?? (line.ingredients ?? '').replace('{x}', variant.x ?? '').replace('..', '.'),
    ...(facts ? { facts, kilocalories: kilocalories(facts) } : {}),
    ...withServings(line, net),
  }
}

const withCheckDigit = (body: string) => body + checkDigit(body)

function withServings(line: Line, net: Net): { servings?: string } {
  const servings = servingsOf(line, net)
  return servings === undefined ? {} : { servings }
}

const ounces = (value: number) =>
  value >= 10 ? String(Math.round(value * 10) / 10) : String(Math.round(value * 100) / 100)
/** Net content as a package states it. */
export function netLabel([measure, unit]: Net): string {
  if (unit === 'ct') return `${measure} COUNT`
  if (unit === 'g') {
    const metric = measure >= 1000 ? `${Number((measure / 1000).toFixed(2))} kg` : `${measure} g`
    return measure >= 1800
      ? `NET WT ${ounces(measure / 453.592)} LB (${metric})`
      : `NET WT ${ounces(measure / 28.3495)} OZ (${metric})`
  }
  const metric = measure >= 1000 ? `${Number((measure / 1000).toFixed(2))} L` : `${measure} mL`
  return `${ounces(measure / 29.5735)} FL OZ (${metric})`
}
/** Net content as a shop's title writes it. */
export function shortNet([measure, unit]: Net): string {
  if (unit === 'ct') return `${measure} ct`
  if (measure < 1000) return `${measure} ${unit}`
  return `${Number((measure / 1000).toFixed(2))} ${unit === 'g' ? 'kg' : 'L'}`
}
