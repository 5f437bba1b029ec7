import type { Problem } from '../../src-shared/problem.ts'
import type { Item, Party, Product } from '../../src-shared/vocabulary/item.ts'

/** A member of a record, in the words and at the place of a feed. */
interface Member<Of> {
  label: string
  /** Where a feed has it, below the item or product. */
  path: string
  /** What the record has: to be shown where it is short, `true` where it is not; undefined when there is nothing. */
  read(of: Of): string | boolean | undefined
  /** The label is of many things. */
  many?: true
}

const filled = (text: string | undefined) => (text?.trim() ? text.trim() : undefined)
const isFilled = (text: string | undefined) => filled(text) !== undefined
const isAny = (list: readonly unknown[] | undefined) => (list ?? []).length > 0
const yesNo: Record<string, string> = { true: 'yes', false: 'no' }
/** A party is known by its name; what else there is of it goes with it. */
const nameOf = (party: Party | undefined) =>
  filled(party?.name) ?? Object.values(party ?? {}).some((text) => isFilled(String(text ?? '')))

const ofItem: Member<Item>[] = [
  { label: 'the name', path: 'ecommerceTitle', read: ({ name }) => filled(name) },
  {
    label: 'a marketing description',
    path: 'frontOfPackageText',
    read: ({ marketingDescription }) => isFilled(marketingDescription),
  },
  {
    label: 'another description',
    path: 'restOfPackageText',
    read: ({ otherDescription }) => isFilled(otherDescription),
  },
  {
    label: 'an e-commerce description',
    path: 'ecommerceDescription',
    read: ({ ecommerceDescription }) => isFilled(ecommerceDescription?.[0]?.text),
  },
  {
    label: 'a manufacturer e-commerce description',
    path: 'contentPlus/ecommerceDescription',
    read: ({ manufacturerEcommerceDescription }) => isFilled(manufacturerEcommerceDescription?.[0]?.text),
  },
  {
    label: 'category',
    path: 'categoryId',
    read: ({ categories = [] }) => {
      const [first] = categories
      return first && (filled(first.text) ?? filled(first.id) ?? true)
    },
  },
  { label: 'pictures', path: 'media', read: ({ media }) => isAny(media), many: true },
  { label: 'package kind', path: 'packageData/@type', read: ({ packageData }) => filled(packageData?.type) },
  {
    label: 'approximate package data:',
    path: 'packageData/@approximation',
    read: ({ packageData }) => {
      const value = filled(packageData?.approximation)
      return value && (yesNo[value] ?? value)
    },
  },
  {
    label: 'package type',
    path: 'packageData/packageType',
    read: ({ packageData }) => filled(packageData?.packageType?.text) ?? filled(packageData?.packageType?.id),
  },
  {
    label: 'distributor',
    path: 'distributorId',
    read: ({ packageDistributor }) => nameOf(packageDistributor),
  },
  { label: 'importer', path: 'importerId', read: ({ packageImporter }) => nameOf(packageImporter) },
]

const ofProduct: Member<Product>[] = [
  { label: 'a product description', path: 'description', read: ({ description }) => isFilled(description) },
  { label: 'brand', path: 'brandId', read: ({ brand }) => filled(brand?.text) ?? filled(brand?.id) },
  {
    label: 'manufacturer',
    path: 'manufacturerId',
    read: ({ manufacturer }) => filled(manufacturer?.text) ?? filled(manufacturer?.id),
  },
  { label: 'warnings', path: 'warnings', read: ({ warnings }) => isAny(warnings), many: true },
  {
    label: 'ingredients',
    path: 'grocery/ingredients',
    read: ({ grocery }) => isFilled(grocery?.ingredients),
    many: true,
  },
  {
    label: 'kosher codes',
    path: 'grocery/kosherCodes',
    read: ({ grocery }) => isAny(grocery?.kosherCodes) && grocery?.kosherCodes?.join(', '),
    many: true,
  },
  {
    label: 'container refunds',
    path: 'grocery',
    read: ({ grocery }) => isAny(grocery?.containerRefunds),
    many: true,
  },
  {
    label: 'nutrition facts',
    path: 'grocery/nutritions',
    read: ({ grocery }) => isAny(grocery?.nutritions),
    many: true,
  },
]

/** Why a draft could not carry what is lost, when that helps; by the path of the member. */
export type DropReasons = (path: string, value: string) => string | undefined

/**
 * What a refresh takes from the record of an item: every member the record has and the one made of the feed has not.
 * A refresh replaces the whole record, so that what a feed does not carry is gone.
 * @param present the record as the catalog has it @param next the record the feed would make
 * @param path of the item in the feed
 */
export function refreshDrops(present: Item, next: Item, path: string, reasonOf?: DropReasons): Problem[] {
  const products = next.products ?? []
  return [
    ...dropsOf(ofItem, present, next, path, reasonOf),
    ...(present.products ?? []).flatMap((product, index): Problem[] => {
      const successor = products[index]
      if (successor) return dropsOf(ofProduct, product, successor, `${path}/products/product[${index + 1}]`)
      const label = filled(product.description) ?? filled(product.brand?.text)
      return [drop({ label: `product ${index + 1}`, path: 'products' }, label ?? true, path)]
    }),
  ]
}

const dropsOf = <Of>(
  members: readonly Member<Of>[],
  present: Of,
  next: Of,
  path: string,
  reasonOf?: DropReasons,
): Problem[] =>
  members.flatMap((member) => {
    const value = member.read(present)
    if (!value || member.read(next)) return []
    const reason = typeof value === 'string' ? reasonOf?.(member.path, value) : undefined
    return [drop(member, value, path, reason)]
  })

function drop(
  { label, path, many }: Pick<Member<never>, 'label' | 'path' | 'many'>,
  value: string | true,
  at: string,
  reason?: string,
): Problem {
  const what = value === true ? label : `${label} ${value}`
  const message = `The catalog's record has ${what}; this feed has none, so the refresh removes ${many ? 'them' : 'it'}.`
  return {
    code: 'REFRESH_DROPS',
    path: `${at}/${path}`,
    message: reason ? `${message} ${reason}` : message,
    severity: 'warning',
  }
}
