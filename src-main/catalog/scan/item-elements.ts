/**
 * Describes an item record for the byte scanner: which elements it captures, and which parts are in the outline
 * (outline.ts). The scanner needs only the dozen values by which the catalog is searched. The full vocabulary
 * is in src-shared/vocabulary.
 */

import { part, type RecordPart } from '../../../src-shared/vocabulary/elements/item-parts.ts'

/** How the scanner handles an element's text. */
export const capture = {
  none: 0,
  text: 1,
  code: 2,
  brand: 3,
  manufacturer: 4,
  view: 5,
  mediumDescription: 6,
  mediumUrl: 7,
  medium: 8,
  item: 9,
  category: 10,
  warning: 11,
} as const
/** Members of a scanned item that contain the first non-empty text captured under that name. */
export const ownTexts = [
  'name',
  'created',
  'updated',
  'netMeasure',
  'netUnit',
  'packageType',
  'origin',
  'ingredients',
  'servingMeasure',
  'servingUnit',
  'energy',
] as const
export type OwnText = (typeof ownTexts)[number]
export type Capture = (typeof capture)[keyof typeof capture] | OwnText

export { part, type RecordPart }

export interface ElementDescription {
  capture?: Capture
  part?: RecordPart
  /** Captured attributes, in the order in which the capture reads them. */
  attributes?: string[]
  children?: Record<string, ElementDescription>
  /** The part of children not listed here. */
  otherChildren?: RecordPart
}

const text = capture.text
const nutritionElement: ElementDescription = {
  children: {
    servingSizes: {
      children: {
        servingSize: {
          children: { measure: { capture: 'servingMeasure' }, uom: { capture: 'servingUnit' } },
        },
      },
    },
    energy: { capture: 'energy' },
  },
}
export const itemElement: ElementDescription = {
  capture: capture.item,
  part: part.item,
  attributes: ['id', 'status'],
  otherChildren: part.otherOfItem,
  children: {
    name: { part: part.name, capture: 'name' },
    marketingDescription: { part: part.marketingDescription, capture: text },
    otherDescription: { part: part.otherDescription, capture: text },
    ecommerceDescription: { part: part.ecommerceDescription, capture: text },
    manufacturerEcommerceDescription: { part: part.manufacturerEcommerceDescription, capture: text },
    upcs: { part: part.upcs, children: { upc: { capture: capture.code, attributes: ['type'] } } },
    categories: {
      part: part.categories,
      children: { category: { capture: capture.category, attributes: ['id', 'type'] } },
    },
    created: { part: part.created, capture: 'created' },
    lastUpdated: { part: part.lastUpdated, capture: 'updated' },
    media: {
      part: part.media,
      children: { medium: { capture: capture.view, attributes: ['view'] } },
    },
    packageData: {
      part: part.packageData,
      children: {
        netWeight: { children: { measure: { capture: 'netMeasure' }, uom: { capture: 'netUnit' } } },
        packageType: { capture: 'packageType' },
      },
    },
    products: {
      part: part.products,
      children: {
        product: {
          part: part.product,
          otherChildren: part.otherOfProduct,
          children: {
            description: { part: part.otherOfProduct, capture: text },
            brand: { part: part.brand, capture: capture.brand, attributes: ['id'] },
            manufacturer: { part: part.manufacturer, capture: capture.manufacturer, attributes: ['id'] },
            countryOfOrigin: { part: part.otherOfProduct, capture: 'origin' },
            warnings: { part: part.otherOfProduct, children: { warning: { capture: capture.warning } } },
            grocery: {
              part: part.grocery,
              otherChildren: part.otherOfGrocery,
              children: {
                ingredients: { part: part.otherOfGrocery, capture: 'ingredients' },
                nutritions: { part: part.nutritions, children: { nutrition: nutritionElement } },
              },
            },
          },
        },
      },
    },
    packageDistributor: { part: part.packageDistributor },
    packageImporter: { part: part.packageImporter },
    attributes: { part: part.attributes },
  },
}

/** Describes an item record for a scan of its media only. */
export const mediaOfItem: ElementDescription = {
  capture: capture.item,
  children: {
    media: {
      children: {
        medium: {
          capture: capture.medium,
          attributes: ['type', 'view', 'mimeType', 'imageSource', 'added'],
          children: {
            description: { capture: capture.mediumDescription },
            url: { capture: capture.mediumUrl },
          },
        },
      },
    },
  },
}
