import type { ContentPlus, ContentPlusFeed } from '../../../src-shared/vocabulary/elements/content-plus.ts'
import {
  type IngestItem,
  type IngestItems,
  productFactNames,
} from '../../../src-shared/vocabulary/elements/ingest.ts'
import { categories, departments, retailers } from './identities.ts'
import type { Flag, PackKind, SampleProduct } from './model.ts'
import { nutritionPanel } from './nutrition.ts'
import { shortNet } from './products.ts'

/** The views every package is drawn in: GS1 facings 1 front, 2 left, 8 right. */
const views = ['A1C1', 'A2C1', 'A8C1'] as const
/** A package beside a measure; see src-shared/views.ts. */
const scaleView = 'B1C1'
export type SampleView = (typeof views)[number] | typeof scaleView
/** The views of the item in that place: every eighth has a scale image as well. */
export const viewsOf = (position: number): SampleView[] =>
  position % 8 === 2 ? [...views, scaleView] : [...views]

export const pictureName = (product: SampleProduct, view: string): string =>
  `${product.gtin.padStart(14, '0')}_${view}.webp`
/** Where the sample says its pictures are; nobody answers there, the files lie in `pictures/`. */
const pictureUrl = (product: SampleProduct, view: string): string =>
  `https://media.catalog-desk.example/sample/${pictureName(product, view)}`

const flags = productFactNames.filter((name): name is Flag => /^(?:is|has|contains)[A-Z]/.test(name))
const packageTypes: Record<PackKind, string> = {
  gable: 'Carton',
  brick: 'Carton',
  carton: 'Box',
  bottle: 'Bottle',
  glass: 'Glass bottle',
  jug: 'Jug',
  can: 'Can',
  tin: 'Tin',
  jar: 'Jar',
  tub: 'Tub',
  cup: 'Cup',
  tube: 'Tube',
  pouch: 'Pouch',
  bag: 'Bag',
  wrap: 'Wrapper',
  tray: 'Tray',
  canister: 'Canister',
  pump: 'Pump bottle',
  spray: 'Spray bottle',
  sack: 'Sack',
  squeeze: 'Squeeze bottle',
  aerosol: 'Aerosol',
  bundle: 'Bundle',
  stick: 'Tube',
}
const keeping = { FROZEN: 'frozen', REFRIGERATED: 'chilled', SHELF_STABLE: 'ambient' } as const
const gramsApiece: Record<string, number> = {
  '1903': 27,
  '2102': 18,
  '2104': 115,
  '2105': 23,
  '2301': 1.1,
  '2302': 1.4,
  '2303': 0.7,
}
const food = (product: SampleProduct) => Number(product.department) < 20

const decimal = (value: number) => String(Number(value.toFixed(2)))

function ingestItem(product: SampleProduct, position: number): IngestItem {
  const { line, variant, brand, manufacturer, said, claims, warnings } = product
  const name = `${brand.name} ${product.name}`
  const [width, height, depth] = product.size
  const [amount, unit] = product.net
  const grams =
    unit === 'ct'
      ? amount * (variant.piece ?? gramsApiece[product.categoryId] ?? 10)
      : amount * (unit === 'ml' ? 1.03 : 1)
  const panel = nutritionPanel(product)
  const yes = new Set<Flag>([
    ...(variant.flags ?? line.flags ?? []),
    ...(panel ? ['isNutritionFactsLabelRequired' as const] : []),
  ])
  return {
    type: food(product) ? 'grocery' : 'general',
    companyTrackingId: { id: `CD-${String(position + 1).padStart(4, '0')}`, name: 'Sample catalog' },
    ecommerceTitle: `${name}, ${shortNet(product.net)}`,
    ecommerceDescription: [
      { lang: 'en-US', text: said },
      ...(line.es ? [{ lang: 'es', text: `${name}. ${line.es}` }] : []),
      ...(line.fr ? [{ lang: 'fr', text: `${name}. ${line.fr}` }] : []),
    ],
    frontOfPackageText: [brand.name, product.name, ...claims].join(' | '),
    restOfPackageText: [`${brand.tagline}.`, said, line.directions].filter(Boolean).join(' '),
    productCodes: [{ type: 'GTIN', text: product.gtin }],
    manufacturerId: manufacturer.id,
    distributorId: product.distributorId,
    importerId: product.importerId,
    categoryId: product.categoryId,
    privateLabelItem: brand.privateLabel ? 'Y' : 'N',
    media: viewsOf(position).map((view) => ({ view, url: pictureUrl(product, view) })),
    packageData: {
      type: 'Product',
      approximation: 'N',
      length: { measure: decimal(depth), uom: 'CMT' },
      height: { measure: decimal(height), uom: 'CMT' },
      width: { measure: decimal(width), uom: 'CMT' },
      weight: { measure: decimal(Math.round(grams + line.tare)), uom: 'GRM' },
      packageSize: packageSize(amount, unit),
      netWeight: { measure: decimal(amount), uom: { g: 'GRM', ml: 'MLT', ct: 'EA' }[unit] },
      unitsInPackage: String(line.units ?? 1),
      packageType: packageTypes[line.pack],
    },
    contentPlus: position % 3 === 0 ? contentPlus(product) : undefined,
    manufacturerContent:
      position % 12 === 0
        ? [
            {
              id: retailer(position),
              contentPlus: {
                sellCopy: `${name}: chosen for this shop by ${manufacturer.name}.`,
                keywords: keywords(product),
              },
            },
          ]
        : undefined,
    products: [
      {
        type: food(product) ? 'grocery' : 'general',
        description: `${name}: ${said}`,
        brandId: brand.id,
        brandDescription: brand.name,
        manufacturerId: manufacturer.id,
        seasonal: line.season ? 'Y' : 'N',
        countryOfOrigin: line.origin,
        warnings: warnings.length > 0 ? [...warnings] : undefined,
        directions: line.directions,
        ...Object.fromEntries(flags.map((flag) => [flag, yes.has(flag) ? 'Y' : 'N'])),
        smallPartsWarnings: warnings.some((warning) => warning.startsWith('Choking')) ? '1' : '0',
        grocery: food(product)
          ? {
              ingredients: product.ingredients,
              kosherCodes: line.kosher === undefined ? undefined : [String(line.kosher)],
              foodRelatedIndicators: line.keep && {
                temperatureIndicator: keeping[line.keep],
                kosher: line.kosher === undefined ? 'N' : 'Y',
              },
              nutritions: panel ? [panel] : undefined,
            }
          : undefined,
      },
    ],
    attributes: {},
  }
}

function packageSize(amount: number, unit: 'g' | 'ml' | 'ct') {
  if (unit === 'ct') return { measure: decimal(amount), uom: 'EA' }
  return unit === 'g'
    ? { measure: decimal(amount / 28.3495), uom: 'ONZ' }
    : { measure: decimal(amount / 29.5735), uom: 'OZA' }
}

const retailer = (position: number): string => retailers[position % retailers.length]?.[0] ?? ''

const keywords = (product: SampleProduct): string[] => [
  categories[product.categoryId]?.toLowerCase() ?? '',
  departments[product.department]?.toLowerCase() ?? '',
  product.variant.name.toLowerCase(),
  product.brand.name.toLowerCase(),
]

function contentPlus(product: SampleProduct): ContentPlus {
  const { line, brand, said, claims } = product
  return {
    images: [
      {
        url: pictureUrl(product, 'A1C1'),
        description: [{ lang: 'en-US', text: `${brand.name} ${product.name}, front` }],
      },
    ],
    sellCopy: `${brand.tagline}. ${said}`,
    ecommerceDescription: [{ lang: 'en-US', text: `${said} ${claims.join('. ')}.` }],
    longDescription: [
      { lang: 'en-US', text: `${said} ${line.directions ?? ''}`.trim() },
      ...(line.es ? [{ lang: 'es', text: line.es }] : []),
    ],
    bulletPoints: [...claims, brand.tagline],
    keywords: keywords(product),
  }
}

export const ingestDocument = (products: SampleProduct[]): IngestItems => ({ item: products.map(ingestItem) })

/** Content+ of single retailers for every seventh item. An item is named by its place in items.xml, counted from 1. */
export const contentPlusDocument = (products: SampleProduct[]): ContentPlusFeed => ({
  item: products.flatMap((product, position) =>
    position % 7 === 3
      ? [
          {
            id: `i${position + 1}`,
            retailer: [position, position + 2].map((each) => ({
              id: retailer(each),
              longDescription: `${product.brand.name} ${product.name}. ${product.claims.join('. ')}.`,
              ecommerceDescription: `${product.brand.name} ${product.name} at ${retailers[each % retailers.length]?.[1] ?? ''}.`,
              keywords: keywords(product),
              sellCopy: `${product.brand.tagline}.`,
              bulletPoints: [...product.claims],
              images: [{ url: pictureUrl(product, 'A1C1'), description: 'Front' }],
            })),
          },
        ]
      : [],
  ),
})

/** GTINs of the items that are verified: four of five, so that `v=true` is seen to leave some out. */
export const verifiedGtins = (products: SampleProduct[]): string[] =>
  products.filter((_product, position) => position % 5 !== 4).map(({ gtin }) => gtin)
