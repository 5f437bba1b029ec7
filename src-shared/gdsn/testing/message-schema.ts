/**
 * The rules of the GDSN XML schemas for the elements that an export writes, in a short notation of our own:
 * the children of an element, their order and number, and the form of its text. Read from GS1's schemas
 * 3.1.37 (July 2026) on 2026-11-23; the header's from its UN/CEFACT standard. For tests: written messages
 * must have no fault.
 */
import { isGln } from '../../values/gtin.ts'
import type { GdsnElement } from '../element.ts'

const identified = 'entityIdentification contentOwner?'
const party = 'gln? partyName?'

/** Children in order; `?` may be absent, `*` occurs any number of times, `+` at least once. */
const children: Readonly<Record<string, string>> = {
  catalogueItemNotificationMessage: 'StandardBusinessDocumentHeader transaction+',
  StandardBusinessDocumentHeader: 'HeaderVersion Sender+ Receiver+ DocumentIdentification',
  Sender: 'Identifier',
  Receiver: 'Identifier',
  DocumentIdentification: 'Standard TypeVersion InstanceIdentifier Type MultipleType? CreationDateAndTime',
  transaction: 'transactionIdentification documentCommand',
  transactionIdentification: identified,
  documentCommand: 'documentCommandHeader catalogueItemNotification+',
  documentCommandHeader: 'documentCommandIdentification',
  documentCommandIdentification: identified,
  catalogueItemNotification:
    'creationDateTime documentStatusCode catalogueItemNotificationIdentification isReload catalogueItem',
  catalogueItemNotificationIdentification: identified,
  contentOwner: 'gln',
  catalogueItem: 'dataRecipient? sourceDataPool? catalogueItemState tradeItem',
  catalogueItemState: 'catalogueItemStateCode',

  tradeItem:
    'gtin additionalTradeItemIdentification* isTradeItemABaseUnit? isTradeItemAConsumerUnit? ' +
    'isTradeItemADespatchUnit? isTradeItemAnInvoiceUnit? isTradeItemAnOrderableUnit? tradeItemUnitDescriptorCode? ' +
    'informationProviderOfTradeItem manufacturerOfTradeItem* gdsnTradeItemClassification targetMarket+ ' +
    'tradeItemInformation* tradeItemSynchronisationDates',
  informationProviderOfTradeItem: party,
  manufacturerOfTradeItem: party,
  gdsnTradeItemClassification: 'gpcCategoryCode gpcCategoryName?',
  targetMarket: 'targetMarketCountryCode',
  tradeItemInformation: 'extension?',
  tradeItemSynchronisationDates: 'lastChangeDateTime',

  allergenInformationModule: 'allergenRelatedInformation*',
  allergenRelatedInformation: 'allergenStatement*',
  consumerInstructionsModule: 'consumerInstructions?',
  consumerInstructions: 'consumerUsageInstructions*',
  dietInformationModule: 'dietInformation?',
  dietInformation: 'dietTypeInformation*',
  dietTypeInformation: 'dietTypeCode',
  foodAndBeverageIngredientModule: 'ingredientStatement*',
  marketingInformationModule: 'marketingInformation?',
  marketingInformation: 'tradeItemMarketingMessage*',
  nutritionalInformationModule: 'nutrientHeader*',
  nutrientHeader:
    'preparationStateCode nutrientBasisQuantity? nutrientBasisQuantityTypeCode? servingSize* ' +
    'servingSizeDescription* servingsPerPackageDescription* nutrientDetail*',
  nutrientDetail: 'nutrientTypeCode dailyValueIntakePercent? measurementPrecisionCode? quantityContained*',
  packagingInformationModule: 'packaging*',
  packaging: 'packagingTypeCode? packagingTypeDescription*',
  placeOfItemActivityModule: 'placeOfProductActivity?',
  placeOfProductActivity: 'countryOfOrigin*',
  countryOfOrigin: 'countryCode',
  referencedFileDetailInformationModule: 'referencedFileHeader*',
  referencedFileHeader:
    'referencedFileTypeCode contentDescription* fileFormatName? fileName? uniformResourceIdentifier?',
  tradeItemDescriptionModule: 'tradeItemDescriptionInformation?',
  tradeItemDescriptionInformation:
    'additionalTradeItemDescription* functionalName* tradeItemDescription* brandNameInformation?',
  brandNameInformation: 'brandName',
  tradeItemMeasurementsModule: 'tradeItemMeasurements?',
  tradeItemMeasurements: 'depth? height? netContent* width? tradeItemWeight?',
  tradeItemWeight: 'drainedWeight? grossWeight?',
}
/** The children of this element are modules in any order. */
const anyOrder = 'extension'

type Judge = (element: GdsnElement) => boolean
const text =
  (most: number, attribute?: string): Judge =>
  ({ text: content, attributes }) => {
    const length = [...content].length
    const hasAttribute = attribute === undefined || (attributes[attribute] ?? '') !== ''
    return length > 0 && length <= most && hasAttribute
  }
const code = text(80)
const inLanguage = (most: number): Judge => text(most, 'languageCode')
const like =
  (pattern: RegExp): Judge =>
  ({ text: content }) =>
    pattern.test(content)
const decimal = like(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/)
const measure: Judge = (element) =>
  decimal(element) && /^[A-Z0-9]{2,3}$/.test(element.attributes['measurementUnitCode'] ?? '')
const gln: Judge = ({ text: content }) => isGln(content)
const flag = like(/^(?:true|false)$/)
const moment = like(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
const country = like(/^\d{3}$/)

/** The form of the text of an element without children. */
const texts: Readonly<Record<string, Judge>> = {
  ...{ HeaderVersion: code, Identifier: gln, Standard: code, TypeVersion: code, InstanceIdentifier: code },
  ...{ Type: code, MultipleType: flag, CreationDateAndTime: moment, entityIdentification: code, gln },
  ...{ creationDateTime: moment, documentStatusCode: like(/^ORIGINAL$/), isReload: flag, dataRecipient: gln },
  ...{ catalogueItemStateCode: like(/^REGISTERED$/), gtin: like(/^\d{14}$/), partyName: text(200) },
  additionalTradeItemIdentification: text(80, 'additionalTradeItemIdentificationTypeCode'),
  ...{ isTradeItemABaseUnit: flag, isTradeItemAConsumerUnit: flag, isTradeItemADespatchUnit: flag },
  ...{ isTradeItemAnInvoiceUnit: flag, isTradeItemAnOrderableUnit: flag, tradeItemUnitDescriptorCode: code },
  ...{ gpcCategoryCode: like(/^\d{8}$/), gpcCategoryName: text(250), targetMarketCountryCode: country },
  ...{ lastChangeDateTime: moment, allergenStatement: inLanguage(1000), dietTypeCode: code },
  ...{ consumerUsageInstructions: inLanguage(5000), ingredientStatement: inLanguage(5000) },
  ...{ tradeItemMarketingMessage: inLanguage(4000), preparationStateCode: code },
  ...{ nutrientBasisQuantity: measure, nutrientBasisQuantityTypeCode: code, servingSize: measure },
  ...{
    servingSizeDescription: inLanguage(500),
    servingsPerPackageDescription: inLanguage(500),
    nutrientTypeCode: code,
    quantityContained: measure,
  },
  ...{ dailyValueIntakePercent: decimal, measurementPrecisionCode: code, packagingTypeCode: code },
  ...{ packagingTypeDescription: inLanguage(200), countryCode: country, referencedFileTypeCode: code },
  ...{ contentDescription: inLanguage(200), fileFormatName: text(35), fileName: text(70) },
  ...{ uniformResourceIdentifier: text(2500), additionalTradeItemDescription: inLanguage(2000) },
  ...{ functionalName: inLanguage(35), tradeItemDescription: inLanguage(200), brandName: text(70) },
  ...{ depth: measure, height: measure, netContent: measure, width: measure },
  ...{ drainedWeight: measure, grossWeight: measure },
}

/** Schema faults for which a data pool would refuse the message, such as `tradeItem lacks gtin`. */
export function schemaFaults(element: GdsnElement): string[] {
  const { name, children: found } = element
  const below = found.flatMap(schemaFaults)
  if (name === anyOrder) return below
  const judge = texts[name]
  if (judge) return found.length === 0 && judge(element) ? [] : [`${name} is "${element.text}"`]
  const sequence = children[name]
  return sequence === undefined
    ? [`nothing is known of ${name}`]
    : [...sequenceFaults(element, sequence), ...below]
}

function sequenceFaults({ name, children: found }: GdsnElement, sequence: string): string[] {
  const faults: string[] = []
  let at = 0
  for (const [, child = '', occurs = ''] of sequence.matchAll(/(\w+)([?*+]?)/g)) {
    const before = at
    while (found[at]?.name === child) at++
    if (at === before && (occurs === '' || occurs === '+')) faults.push(`${name} lacks ${child}`)
    if (at - before > 1 && (occurs === '' || occurs === '?')) faults.push(`${name} has ${child} twice`)
  }
  const next = found[at]
  return next ? [...faults, `${name} has ${next.name} in a wrong place`] : faults
}
