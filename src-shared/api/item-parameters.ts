import { defaultItemPage, maxItemPage, type Parameter } from './endpoint.ts'

/** Sizes of square e-commerce images, in pixels. */
export const imageSizes = ['50', '100', '150', '200', '600', '900', '1000'] as const

/** The amount of data of each record in a response. */
export const profiles = ['complete', 'standard', 'listing', 'analytics'] as const
export type Profile = (typeof profiles)[number]

const ecommerceSize = <const Name extends string>(name: Name, view: string) =>
  ({
    name,
    type: 'size',
    allowed: imageSizes,
    repeatable: true,
    section: 'ecommerceImages',
    meaning: `size of the square e-commerce ${view} image, in pixels`,
    absent: 'no such image',
  }) as const satisfies Parameter

const recordParameters = [
  {
    name: 'q',
    type: 'text',
    section: 'selection',
    longest: 500,
    maxWords: 32,
    meaning: `items whose description matches the words; all must match, the last one as a beginning; 32 words and 500 characters at most`,
  },
  { name: 'm', type: 'text', longest: 500, section: 'selection', meaning: 'manufacturer identifier' },
  { name: 'b', type: 'text', longest: 500, section: 'selection', meaning: 'brand identifier' },
  {
    name: 'upc',
    type: 'code',
    section: 'selection',
    meaning:
      'product code: GTIN-8, 12, 13 or 14, UPC-E, with or without its leading zeros; a UPC also without its check digit',
  },
  { name: 'since', type: 'day', section: 'selection', meaning: 'items updated since that day, inclusive' },
  { name: 'until', type: 'day', section: 'selection', meaning: 'items updated up to that day, inclusive' },
  {
    name: 'before',
    type: 'day',
    section: 'selection',
    meaning: 'another name for until (inclusive as well)',
    aliasOf: 'until',
  },
  {
    name: 'idx',
    type: 'integer',
    section: 'paging',
    meaning: 'number of the first record, counted from 0',
    default: '0',
  },
  {
    name: 'limit',
    type: 'integer',
    section: 'paging',
    meaning: `number of records to return; more than ${maxItemPage} (a setting) is lowered to that`,
    default: String(defaultItemPage),
  },
  {
    name: 'v',
    type: 'flag',
    section: 'record',
    meaning: 'true: verified items only; false does not filter',
    absent: 'no filter',
  },
  {
    name: 'profile',
    type: 'choice',
    allowed: profiles,
    section: 'record',
    meaning: 'how much of each record is returned',
    default: 'complete',
  },
] as const satisfies readonly Parameter[]

/** Media are returned only when one of these has a value. */
export const imageParameters = [
  {
    name: 'pi',
    type: 'choice',
    allowed: ['o', 'c', 'e', 'b', 'none'],
    section: 'planogramImages',
    meaning: 'planogram images: o original, c edited (e is read as c), b both, none',
    default: 'none',
  },
  {
    name: 'ptga',
    type: 'size',
    allowed: ['50', '100'],
    section: 'planogramImages',
    meaning: 'file size of TGA-16 planogram images, in KB of 1024 bytes',
    default: '100',
  },
  {
    name: 'pip',
    type: 'integer',
    minimum: 1,
    section: 'planogramImages',
    meaning: 'resulting pixels per inch of planogram images; only lowers',
    absent: 'as the original',
  },
  ecommerceSize('epf', 'front'),
  ecommerceSize('epl', 'left'),
  ecommerceSize('epr', 'right'),
  ecommerceSize('ep', 'planogram'),
  {
    name: 'ef',
    type: 'choice',
    allowed: ['jpg', 'png', 'tif'],
    section: 'ecommerceImages',
    meaning: 'file format of e-commerce images',
    default: 'jpg',
  },
  {
    name: 'eip',
    type: 'integer',
    minimum: 1,
    section: 'ecommerceImages',
    meaning: 'resulting pixels per inch of e-commerce images; only lowers',
    absent: 'as the original',
  },
  {
    name: 'esi',
    type: 'flag',
    versions: ['v2'],
    section: 'otherImages',
    meaning: 'true: the scale image as well, which shows the package next to a ruler',
    default: 'false',
  },
  {
    name: 'allImg',
    type: 'choice',
    allowed: ['Y', 'N'],
    versions: ['v2'],
    section: 'otherImages',
    meaning: 'Y: all additional images as well',
    default: 'N',
  },
] as const satisfies readonly Parameter[]

/** The query of an item search: the specification's table for endpoint 5. */
export const itemParameters = [...recordParameters, ...imageParameters] as const

/** The parameters that select items: at least one needs a value. */
export const selectors = recordParameters
  .filter(({ section }) => section === 'selection')
  .map(({ name }) => name)

export type ImageParameterName = (typeof imageParameters)[number]['name']
export const imageParameterNames: readonly ImageParameterName[] = imageParameters.map(({ name }) => name)
