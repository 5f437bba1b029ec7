/**
 * Maps a record to a GS1 GDSN trade item (Catalogue Item Notification 3.1): one row per pair of fields, in
 * the order of the message, with conversions in both directions. The export writes with these rows and the
 * import reads with them. Both report the values that no row takes.
 *
 * A record has no allergen codes, and none are derived from its texts: a wrong code is worse than none. A
 * label's words about allergens go into the allergen statement.
 */
import { allergensIn } from '../allergens/find-allergens.ts'
import { stableText } from '../history/transient.ts'
import { pictureName } from '../media/picture-name.ts'
import { capitalized } from '../texts/spoken.ts'
import { countries } from '../values/countries.ts'
import { gtin14, isGln, isValidGtin } from '../values/gtin.ts'
import { isViewCode } from '../views.ts'
import type { Item, Medium, Product } from '../vocabulary/elements/item.ts'
import { languageOf } from '../vocabulary/languages.ts'
import { addElement } from './element.ts'
import { inModule } from './modules.ts'
import { panelsOf } from './nutrition-rows.ts'
import { fits, type GdsnRow, languageIn, measureRow, textRow } from './row.ts'

const description = inModule('tradeItemDescriptionModule', 'tradeItemDescriptionInformation')
const measurements = inModule('tradeItemMeasurementsModule', 'tradeItemMeasurements')
const product = 'products/product'

/** The product that a trade item describes; further products of a record are separate trade items. */
function firstProduct(item: Item): Product {
  item.products ??= []
  const [first = {}] = item.products
  item.products[0] = first
  return first
}

/** The code of the trade item: the first GTIN with a correct check digit. */
const gtinOf = ({ upcs = [] }: Item): string | undefined =>
  gtin14(upcs.find(({ text }) => isValidGtin(text))?.text ?? '')

/**
 * A row with a constant value that applies to all items of a consumer-product catalog and that records do
 * not state.
 */
function givenRow(path: string, value: string): GdsnRow<Item> {
  return {
    ...{ label: path, record: '', gdsn: path },
    write: (_item, to) => void addElement(to, path, value),
    read: (from) => void from.takeFirst(path, ({ text }) => text === value),
  }
}

const gtinRow: GdsnRow<Item> = {
  ...{ label: 'GTIN', record: 'upcs/upc', gdsn: 'gtin' },
  write(item, to) {
    const gtin = gtinOf(item)
    if (gtin !== undefined) addElement(to, 'gtin', gtin)
  },
  read(from, item) {
    const found = from.takeFirst('gtin')
    if (found) item.upcs = [{ type: 'GTIN', text: found.text.trim() }]
  },
}

const ownNumber = 'additionalTradeItemIdentificationTypeCode'
const trackingRow: GdsnRow<Item> = {
  ...{
    label: 'Company tracking',
    record: 'companyTrackingId/@id',
    gdsn: 'additionalTradeItemIdentification',
  },
  write({ companyTrackingId }, to) {
    const id = companyTrackingId?.id?.trim() ?? ''
    if (fits(id, 80))
      addElement(to, 'additionalTradeItemIdentification', id, { [ownNumber]: 'SUPPLIER_ASSIGNED' })
  },
  read(from, item) {
    const found = from.takeFirst(
      'additionalTradeItemIdentification',
      ({ attributes }) => attributes[ownNumber] === 'SUPPLIER_ASSIGNED',
    )
    if (found) item.companyTrackingId = { id: found.text.trim() }
  },
}

/** The message's sender, entered by a person because no record contains it. */
const providerRow: GdsnRow<Item> = {
  ...{ label: 'Information provider', record: '', gdsn: 'informationProviderOfTradeItem' },
  write(_item, to, { informationProvider }) {
    if (informationProvider !== undefined)
      addElement(to, 'informationProviderOfTradeItem/gln', informationProvider)
  },
  read() {},
}

const manufacturerRow: GdsnRow<Item> = {
  ...{ label: 'Manufacturer', record: `${product}/manufacturer`, gdsn: 'manufacturerOfTradeItem' },
  write({ products: [first] = [] }, to) {
    const id = first?.manufacturer?.id?.trim() ?? ''
    const name = first?.manufacturer?.text.trim() ?? ''
    if (isGln(id)) addElement(to, 'manufacturerOfTradeItem/gln', id)
    if (fits(name, 200)) addElement(to, 'manufacturerOfTradeItem/partyName', name)
  },
  read(from, item) {
    const gln = from.takeFirst('manufacturerOfTradeItem/gln', ({ text }) => isGln(text.trim()))
    const name = from.takeFirst('manufacturerOfTradeItem/partyName')
    if (gln || name)
      firstProduct(item).manufacturer = {
        ...(gln && { id: gln.text.trim() }),
        text: name?.text.trim() ?? '',
      }
  },
}

const categoryRow: GdsnRow<Item> = {
  ...{ label: 'Category', record: 'categories/category', gdsn: 'gdsnTradeItemClassification' },
  write({ categories = [] }, to) {
    const brick = categories.find(({ type, id = '' }) => type === 'GPC' && /^\d{8}$/.test(id.trim()))
    if (!brick) return
    addElement(to, 'gdsnTradeItemClassification/gpcCategoryCode', brick.id?.trim())
    const label = brick.text.trim()
    if (fits(label, 250)) addElement(to, 'gdsnTradeItemClassification/gpcCategoryName', label)
  },
  read(from, item) {
    const code = from.takeFirst('gdsnTradeItemClassification/gpcCategoryCode')
    if (!code) return
    const name = from.takeFirst('gdsnTradeItemClassification/gpcCategoryName')
    item.categories = [{ type: 'GPC', id: code.text.trim(), text: name?.text.trim() ?? '' }]
  },
}

/** Writes one element per language. */
const ecommerceRow: GdsnRow<Item> = {
  ...{
    label: 'E-commerce description',
    record: 'ecommerceDescription',
    gdsn: `${description}/additionalTradeItemDescription`,
  },
  write({ ecommerceDescription = [] }, to) {
    for (const entry of ecommerceDescription) {
      const text = entry.text.trim()
      const languageCode = languageOf(entry)
      if (fits(text, 2000) && fits(languageCode, 80)) addElement(to, this.gdsn, text, { languageCode })
    }
  },
  read(from, item) {
    const entries = from.take(this.gdsn).map((one) => {
      const lang = languageIn(one) ?? 'en'
      return lang === 'en' ? { text: one.text.trim() } : { lang, text: one.text.trim() }
    })
    if (entries.length > 0) item.ecommerceDescription = entries
  },
}

const numberOf = new Map(countries.map(([two, , digits]) => [two, digits]))
const countryOf = new Map(countries.map(([two, , digits]) => [digits, two]))
/** The three digits of a country; undefined for any other text. */
const countryNumber = (code: string): string | undefined => numberOf.get(code)

const targetMarketRow: GdsnRow<Item> = {
  ...{ label: 'Target market', record: '', gdsn: 'targetMarket/targetMarketCountryCode' },
  write(_item, to, { targetMarket }) {
    addElement(to, this.gdsn, countryNumber(targetMarket) ?? targetMarket)
  },
  read() {},
}

/**
 * Codes for the names of package types, for records without a code: UN/ECE Recommendation 21 as used by
 * GS1.
 */
const packageCodes: Readonly<Record<string, string>> = {
  ...{ bag: 'BG', bottle: 'BO', box: 'BX', can: 'CNG', carton: 'CT', cup: 'CU' },
  ...{ jar: 'JR', pouch: 'PO', tube: 'TU' },
}
const packaging = inModule('packagingInformationModule', 'packaging')
const packageRow: GdsnRow<Item> = {
  ...{ label: 'Package type', record: 'packageData/packageType', gdsn: packaging },
  write({ packageData }, to, { language }) {
    const { id = '', text = '' } = packageData?.packageType ?? {}
    const code = /^[A-Z0-9]{1,3}$/.test(id.trim()) ? id.trim() : packageCodes[text.trim().toLowerCase()]
    if (code === undefined) return
    addElement(to, `${packaging}/packagingTypeCode`, code)
    if (fits(text.trim(), 200))
      addElement(to, `${packaging}/packagingTypeDescription`, text.trim(), { languageCode: language })
  },
  read(from, item) {
    const code = from.takeFirst(`${packaging}/packagingTypeCode`)?.text.trim()
    const typeName = from.takeFirst(`${packaging}/packagingTypeDescription`)?.text.trim()
    if (code === undefined && typeName === undefined) return
    const word = Object.entries(packageCodes).find(([, one]) => one === code)?.[0] ?? ''
    const text = typeName ?? capitalized(word)
    const isOfWord = typeName !== undefined && packageCodes[typeName.toLowerCase()] === code
    item.packageData = {
      ...item.packageData,
      packageType: { ...(!isOfWord && code !== undefined && { id: code }), text },
    }
  },
}

/** Whether a text is an allergen statement of a label: it starts like one and names an allergen. */
const saysAllergens = (text: string): boolean =>
  /^(?:contains|may contain|allergen|allergy)/i.test(text.trim()) && allergensIn(text).length > 0
const allergenStatement = inModule(
  'allergenInformationModule',
  'allergenRelatedInformation/allergenStatement',
)
const allergenRow: GdsnRow<Item> = {
  ...{ label: 'Allergen statement', record: `${product}/warnings/warning`, gdsn: allergenStatement },
  write({ products: [first] = [] }, to, { language }) {
    const statement = first?.warnings?.find(saysAllergens)?.trim() ?? ''
    if (fits(statement, 1000)) addElement(to, allergenStatement, statement, { languageCode: language })
  },
  read(from, item) {
    const found = from.takeFirst(allergenStatement)
    if (found) firstProduct(item).warnings = [found.text.trim()]
  },
}

const files = inModule('referencedFileDetailInformationModule', 'referencedFileHeader')
const mimeTypes: Readonly<Record<string, string>> = {
  ...{ JPG: 'image/jpeg', JPEG: 'image/jpeg', PNG: 'image/png', TIF: 'image/tiff', TIFF: 'image/tiff' },
  ...{ GIF: 'image/gif', WEBP: 'image/webp' },
}
const mimeTypeOf = (format: string): string | undefined =>
  format.startsWith('image/') ? format : mimeTypes[format.toUpperCase()]
/** The view code in a GS1 file name, which follows the GTIN. */
const viewInName = (name: string): string | undefined => {
  const [view = ''] = (name.split('_')[1] ?? '').split('.')
  return isViewCode(view) ? view : undefined
}
const picturesRow: GdsnRow<Item> = {
  ...{ label: 'Media', record: 'media/medium', gdsn: files },
  write(item, to, { language }) {
    const used = new Map<string, number>()
    for (const { url = '', view = '', mimeType = '', description: words = '' } of item.media ?? []) {
      // The service signs addresses; an expired signature is of no use to a reader.
      const address = stableText(url.trim())
      if (!fits(address, 2500)) continue
      const made = addElement(to, files)
      addElement(made, 'referencedFileTypeCode', 'PRODUCT_IMAGE')
      if (fits(words.trim(), 200))
        addElement(made, 'contentDescription', words.trim(), { languageCode: language })
      if (mimeTypeOf(mimeType) === mimeType && fits(mimeType, 35))
        addElement(made, 'fileFormatName', mimeType)
      if (viewInName(`_${view}`) === view) {
        const position = (used.get(view) ?? 0) + 1
        used.set(view, position)
        const named = { gtin: gtinOf(item) ?? '', itemId: item.id ?? '', view, mimeType }
        const name = pictureName(named, position)
        if (fits(name, 70)) addElement(made, 'fileName', name)
      }
      addElement(made, 'uniformResourceIdentifier', address)
    }
  },
  read(from, item) {
    const media = from.all(files).flatMap((one): Medium[] => {
      if (!one.peek('uniformResourceIdentifier') || !one.peek('referencedFileTypeCode')?.endsWith('IMAGE'))
        return []
      one.takeFirst('referencedFileTypeCode', ({ text }) => text === 'PRODUCT_IMAGE')
      const url = one.takeFirst('uniformResourceIdentifier')
      const name = one.takeFirst('fileName', ({ text }) => viewInName(text) !== undefined)
      const format = one.takeFirst('fileFormatName', ({ text }) => mimeTypeOf(text.trim()) !== undefined)
      const words = one.takeFirst('contentDescription')
      const mimeType = format && mimeTypeOf(format.text.trim())
      return [
        {
          ...(name && { view: viewInName(name.text) }),
          ...(mimeType !== undefined && { mimeType }),
          ...(words && { description: words.text.trim() }),
          url: url?.text.trim() ?? '',
        },
      ]
    })
    if (media.length > 0) item.media = media
  },
}

/** When the item last changed. Not read: an imported item has a change date of its own. */
const changedRow: GdsnRow<Item> = {
  ...{ label: 'Last change', record: '', gdsn: 'tradeItemSynchronisationDates/lastChangeDateTime' },
  write(_item, to, { lastChange }) {
    if (lastChange !== undefined) addElement(to, this.gdsn, lastChange)
  },
  read() {},
}

/** All rows, in the order of the message's schema. */
export const gdsnRows: readonly GdsnRow<Item>[] = [
  gtinRow,
  trackingRow,
  givenRow('isTradeItemABaseUnit', 'true'),
  givenRow('isTradeItemAConsumerUnit', 'true'),
  givenRow('isTradeItemADespatchUnit', 'false'),
  givenRow('isTradeItemAnInvoiceUnit', 'false'),
  givenRow('isTradeItemAnOrderableUnit', 'false'),
  givenRow('tradeItemUnitDescriptorCode', 'BASE_UNIT_OR_EACH'),
  providerRow,
  manufacturerRow,
  categoryRow,
  targetMarketRow,
  allergenRow,
  textRow(
    'Directions',
    `${product}/directions`,
    inModule('consumerInstructionsModule', 'consumerInstructions/consumerUsageInstructions'),
    { most: 5000, inLanguage: true },
  ),
  textRow(
    'Kosher',
    `${product}/grocery/foodRelatedIndicators/kosher`,
    inModule('dietInformationModule', 'dietInformation/dietTypeInformation/dietTypeCode'),
    {
      most: 80,
      write: (text) => (text === 'Y' ? 'KOSHER' : undefined),
      read: (text) => (text === 'KOSHER' ? 'Y' : undefined),
    },
  ),
  textRow(
    'Ingredients',
    `${product}/grocery/ingredients`,
    inModule('foodAndBeverageIngredientModule', 'ingredientStatement'),
    { most: 5000, inLanguage: true },
  ),
  textRow(
    'Marketing description',
    'marketingDescription',
    inModule('marketingInformationModule', 'marketingInformation/tradeItemMarketingMessage'),
    { most: 4000, inLanguage: true },
  ),
  panelsOf(
    ({ products: [first] = [] }) => first?.grocery?.nutritions,
    (item, nutritions) => {
      const first = firstProduct(item)
      first.grocery = { ...first.grocery, nutritions }
    },
  ),
  packageRow,
  textRow(
    'Country of origin',
    `${product}/countryOfOrigin`,
    inModule('placeOfItemActivityModule', 'placeOfProductActivity/countryOfOrigin/countryCode'),
    { most: 80, write: countryNumber, read: (digits) => countryOf.get(digits) },
  ),
  picturesRow,
  ecommerceRow,
  textRow('Description', `${product}/description`, `${description}/functionalName`, {
    ...{ most: 35, inLanguage: true },
  }),
  textRow('Name', 'name', `${description}/tradeItemDescription`, { most: 200, inLanguage: true }),
  textRow('Brand', `${product}/brand`, `${description}/brandNameInformation/brandName`, { most: 70 }),
  measureRow('Length', 'packageData/length', `${measurements}/depth`),
  measureRow('Height', 'packageData/height', `${measurements}/height`),
  measureRow('Net content', 'packageData/netWeight', `${measurements}/netContent`),
  measureRow('Width', 'packageData/width', `${measurements}/width`),
  measureRow('Dry weight', 'packageData/dryWeight', `${measurements}/tradeItemWeight/drainedWeight`),
  measureRow('Weight', 'packageData/weight', `${measurements}/tradeItemWeight/grossWeight`),
  changedRow,
]
