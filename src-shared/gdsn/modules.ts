/** The modules of a trade item that the rows use, with the suffix of their namespace. */

const modules = {
  allergenInformationModule: 'allergen_information',
  consumerInstructionsModule: 'consumer_instructions',
  dietInformationModule: 'diet_information',
  foodAndBeverageIngredientModule: 'food_and_beverage_ingredient',
  foodAndBeveragePreparationServingModule: 'food_and_beverage_preparation_serving',
  marketingInformationModule: 'marketing_information',
  nutritionalInformationModule: 'nutritional_information',
  packagingInformationModule: 'packaging_information',
  placeOfItemActivityModule: 'place_of_item_activity',
  referencedFileDetailInformationModule: 'referenced_file_detail_information',
  tradeItemDescriptionModule: 'trade_item_description',
  tradeItemMeasurementsModule: 'trade_item_measurements',
} as const

type Module = keyof typeof modules

export const inModule = (module: Module, path: string): string =>
  `tradeItemInformation/extension/${module}/${path}`

/** The prefix and namespace of a module's element; undefined for any other element. */
export function moduleNamespace(name: string): { prefix: string; namespace: string } | undefined {
  const prefix: string | undefined = isModule(name) ? modules[name] : undefined
  return prefix === undefined ? undefined : { prefix, namespace: `urn:gs1:gdsn:${prefix}:xsd:3` }
}

const isModule = (name: string): name is Module => Object.hasOwn(modules, name)

export const messageNamespace = 'urn:gs1:gdsn:catalogue_item_notification:xsd:3'
export const headerNamespace = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
