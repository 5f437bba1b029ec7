/** The fields of a query, with aliases for fields and their values. */
import type { AllergenId } from '../allergens/find-allergens.ts'
import type { Basic } from './model.ts'

interface QueryField {
  name: string
  label: string
  example: string
  help: string
}
export const queryFields = [
  { name: 'brand', label: 'Brand', example: 'brand:oatlark', help: 'Name of the brand, or its beginning.' },
  {
    name: 'manufacturer',
    label: 'Manufacturer',
    example: 'manufacturer:"north dairy"',
    help: 'Name of the manufacturer, or its beginning.',
  },
  { name: 'category', label: 'Category', example: 'category:cheese', help: 'Words of the category’s name.' },
  {
    name: 'retailer',
    label: 'Retailer',
    example: 'retailer:harbour',
    help: 'A retailer for whom this workspace keeps content of the item.',
  },
  { name: 'status', label: 'Status', example: 'status:P', help: 'The letter of the record.' },
  { name: 'gtin', label: 'GTIN', example: 'gtin:4006381333931', help: 'A product code, or its beginning.' },
  { name: 'missing', label: 'Missing', example: 'missing:image', help: 'Content that the record lacks.' },
  { name: 'view', label: 'View', example: 'view:A1C1', help: 'GS1 view code of a picture.' },
  {
    name: 'allergen',
    label: 'Allergen',
    example: 'allergen:milk',
    help: 'Named in ingredients or warnings.',
  },
  {
    name: 'package',
    label: 'Kind of package',
    example: 'package:bottle',
    help: 'Words of the kind of package.',
  },
  {
    name: 'updated',
    label: 'Updated',
    example: 'updated>2026-01-01',
    help: 'Day of the last change: a year, a month or a day.',
  },
  {
    name: 'kcal',
    label: 'Energy',
    example: 'kcal<100',
    help: 'Kilocalories in 100 g or 100 ml, where the record says.',
  },
  { name: 'images', label: 'Pictures', example: 'images>=3', help: 'How many pictures the record names.' },
  {
    name: 'complete',
    label: 'Completeness',
    example: 'complete<80',
    help: 'Score in percent by the default requirement profile.',
  },
] as const satisfies readonly QueryField[]
type FieldName = (typeof queryFields)[number]['name']
export type TextField = Extract<FieldName, 'brand' | 'manufacturer' | 'category' | 'retailer' | 'package'>
export type NumberField = Extract<FieldName, 'kcal' | 'images' | 'complete'>

/** Fields that can be compared by size. */
export const rangeFields: ReadonlySet<FieldName> = new Set<FieldName>([
  'updated',
  'kcal',
  'images',
  'complete',
])
/** Aliases of the fields. */
export const aliases: Record<string, FieldName> = {
  maker: 'manufacturer',
  calories: 'kcal',
  energy: 'kcal',
  ean: 'gtin',
  upc: 'gtin',
  code: 'gtin',
  changed: 'updated',
  completeness: 'complete',
  pictures: 'images',
  packaging: 'package',
}

export const basicAliases: Record<string, Basic> = {
  picture: 'image',
  images: 'image',
  pictures: 'image',
  code: 'gtin',
  ingredient: 'ingredients',
  nutritions: 'nutrition',
  country: 'origin',
  packaging: 'package',
  text: 'description',
}

export const allergenAliases: Record<string, AllergenId> = {
  gluten: 'cereals',
  egg: 'eggs',
  soy: 'soybeans',
  soya: 'soybeans',
  soybean: 'soybeans',
  dairy: 'milk',
  lactose: 'milk',
  nut: 'treenuts',
  nuts: 'treenuts',
  peanut: 'peanuts',
  shellfish: 'crustaceans',
  sulfites: 'sulphites',
}
