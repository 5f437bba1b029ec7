import { createReadStream, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/**
 * Real products next to the repository, if present; their names, brands and ingredients make the items
 * realistic.
 */
export const realProducts = new URL('../../../../shared/data/products.jsonl.gz', import.meta.url)

interface Seed {
  name: string
  brand: string
  ingredients: string
  categories: string[]
}
interface ProductLine {
  name: string
  brand: string
  ingredients?: string
  categories?: { label: string }[]
}

async function readSeeds(): Promise<Seed[]> {
  if (!existsSync(realProducts)) {
    console.error('bench: ../shared/data is absent, so the items are made of invented words')
    const words = 'oat milk tea rye honey plum salt basil cocoa pear lemon cream'.split(' ')
    return words.flatMap((first) =>
      words.map((second) => ({
        name: `${first} ${second}`,
        brand: `House of ${first}`,
        ingredients: words.join(', ').repeat(6),
        categories: [first, second],
      })),
    )
  }
  const seeds: Seed[] = []
  const lines = createInterface({ input: createReadStream(realProducts).pipe(createGunzip()) })
  for await (const line of lines) {
    const { name, brand, ingredients = '', categories = [] } = JSON.parse(line) as ProductLine
    seeds.push({ name, brand, ingredients, categories: categories.map(({ label }) => label) })
  }
  return seeds
}

const escapeText = (text: string) =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
const withDailyPercent = [
  'totalFat',
  'saturatedFat',
  'transFat',
  'cholesterol',
  'sodium',
  'carbohydrates',
  'dietaryFiber',
  'sugars',
  'protein',
]
const withoutDailyPercent = [
  'calcium',
  'iron',
  'magnesium',
  'zinc',
  'vitaminA',
  'vitaminC',
  'vitaminD',
  'vitaminE',
  'vitaminB6',
  'vitaminB12',
  'riboflavin',
  'thiamin',
  'niacin',
  'phosphorous',
]
const daily = [
  'dailyPercentOfVitaminA',
  'dailyPercentOfVitaminC',
  'dailyPercentOfCalcium',
  'dailyPercentOfIron',
]

function item(number: number, seed: Seed, brandNumber: number): string {
  const code = String(10_000_000_000 + number).padStart(14, '0')
  const updated = new Date(Date.UTC(2015, 0, 1) + number * 331_000).toISOString().replace('.000Z', '-05:00')
  const medium = (view: string) =>
    `<medium type="edited" view="${view}" mimeType="image/jpeg" imageSource="photo" added="${updated}"><description>${view}</description><url>https://media.invalid/pictures/${code}/${code}_${view}.jpg</url></medium>`
  const text = escapeText(seed.ingredients.slice(0, 500))
  return `<item id="${1_000_000 + number}" status="P">
    <name>${escapeText(seed.name)} ${number % 1000} g</name>
    <marketingDescription>${escapeText(seed.name)} by ${escapeText(seed.brand)}: ${escapeText(seed.categories.join(', ').slice(0, 300))}</marketingDescription>
    <otherDescription/>
    <ecommerceDescription>${escapeText(seed.name)}, made of ${escapeText(seed.ingredients.slice(0, 120))}</ecommerceDescription>
    <upcs><upc type="UPC">${code}</upc></upcs>
    <categories><category type="GPC" id="${number % 900}">${escapeText(seed.categories[0] ?? 'Food')}</category></categories>
    <created id="creator">${updated}</created>
    <lastUpdated id="updater">${updated}</lastUpdated>
    <media>${['A1C1', 'A2C1', 'A3C1', 'A7C1', 'A8C1', 'A9C1'].map(medium).join('')}</media>
    <packageData type="Product" approximation="false"><packageType id="BX">Box</packageType></packageData>
    <products><product sequence="1" id="${number}" type="grocery">
      <description>${escapeText(seed.name)}</description>
      <brand id="b${brandNumber}">${escapeText(seed.brand)}</brand>
      <manufacturer id="m${brandNumber % 700}">Maker ${brandNumber % 700}</manufacturer>
      <warnings><warning/></warnings>
      <grocery><ingredients>${text}</ingredients><kosherCodes><kosherCode/></kosherCodes>
        <nutritions><nutrition sequence="1"><numberOfServings>8</numberOfServings>
          <servingSizes><servingSize type="metric"><measure>30.0</measure><uom>GRM</uom></servingSize></servingSizes>
          <energy>${number % 500}</energy>
          ${withDailyPercent.map((name, index) => `<${name} uom="GRM" dailyPct="${(number + index) % 100}">${(number % 97) + index}.5</${name}>`).join('\n          ')}
          ${withoutDailyPercent.map((name, index) => `<${name} uom="MGM">${(number % 89) + index}.5</${name}>`).join('\n          ')}
          ${daily.map((name) => `<${name}>${number % 100}</${name}>`).join('\n          ')}
        </nutrition></nutritions></grocery>
    </product></products>
    <packageDistributor><name>Distribution ${number % 50}</name><address>1 Long Road, Harbour Town</address><email/><phone/><url/></packageDistributor>
    <packageImporter><name/><address/><email/><phone/><url/></packageImporter>
    <attributes/>
  </item>`
}

/** Pages of item search results as a service sends them: `total` items, `size` per page. */
export async function* generatePages(total: number, size: number): AsyncGenerator<Buffer> {
  const seeds = await readSeeds()
  const brands = new Map<string, number>()
  for (const { brand } of seeds) if (!brands.has(brand)) brands.set(brand, brands.size)
  for (let start = 0; start < total; start += size) {
    const count = Math.min(size, total - start)
    const items = Array.from({ length: count }, (_item, index) => {
      const number = start + index
      const seed = seeds[number % seeds.length] as Seed
      return item(number, seed, brands.get(seed.brand) ?? 0)
    })
    yield Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<items xmlns="https://ns.catalog-desk.example/item" start="${start}" count="${count}" total="${total}">\n${items.join('\n')}\n</items>`,
    )
  }
}

/** Word pairs that occur in enough generated items (in name or ingredients) to fill a page in any catalog. */
export async function frequentPairs(): Promise<string[]> {
  const seeds = (await readSeeds()).slice(0, 2000)
  const wordsOf = ({ name, ingredients }: Seed) =>
    new Set(`${name} ${ingredients.slice(0, 400)}`.toLowerCase().match(/[a-z]{4,}/g) ?? [])
  const texts = seeds.map(wordsOf)
  const counts = new Map<string, number>()
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, 40)
    .map(([word]) => word)
  return frequent
    .flatMap((first, at) => frequent.slice(at + 1).map((second) => [first, second] as const))
    .filter(([first, second]) => {
      const both = texts.filter((words) => words.has(first) && words.has(second)).length
      return both > texts.length / 50
    })
    .map((pair) => pair.join(' '))
}
