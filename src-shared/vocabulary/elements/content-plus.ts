/**
 * Content+: rich content for an item, for all retailers or for one. It is part of item feeds, and has a
 * feed of its own.
 */
import { attribute, content, element, group, list, repeated, requiredAttribute } from '../kit/description.ts'
import type { ValueOf } from '../kit/value.ts'
import { namedIdentifier as identifier, language, paragraph, text, namedUrl as url } from './leaves.ts'

/** Text in one language. */
export const entry = group('LanguageEntry', {
  lang: attribute(language, 'Language', { help: 'Of the text, such as en-US for American English.' }),
  text: content(paragraph, 'Text'),
})

/** A file of Content+ in an item feed, with descriptions by language. */
const contentPlusMedium = group('ContentPlusMedium', {
  url: element(url, 'Address'),
  description: list('entry', entry, 'Description'),
})

/** Content+ inside an item feed. */
export const contentPlus = group('ContentPlus', {
  images: list('medium', contentPlusMedium, 'Images'),
  logos: list('medium', contentPlusMedium, 'Logos'),
  videos: list('medium', contentPlusMedium, 'Videos'),
  mobile: list('medium', contentPlusMedium, 'Mobile', { one: 'Mobile file' }),
  other: list('medium', contentPlusMedium, 'Other files', { one: 'Other file' }),
  sellCopy: element(paragraph, 'Sell copy', { help: 'The text that sells the item.' }),
  ecommerceDescription: list('entry', entry, 'E-commerce description'),
  longDescription: list('entry', entry, 'Long description'),
  bulletPoints: list('bulletPoint', text, 'Bullet points'),
  keywords: list('keyword', text, 'Keywords'),
})

/** A file of a Content+ feed, with one description. */
const contentPlusFeedMedium = group('Medium', {
  url: element(url, 'Address'),
  description: element(text, 'Description'),
})

export const contentPlusFeedRetailer = group('Retailer', {
  id: requiredAttribute(identifier, 'Retailer', {
    lookup: 'retailer',
  }),
  longDescription: element(paragraph, 'Long description'),
  ecommerceDescription: element(paragraph, 'E-commerce description'),
  keywords: list('keyword', text, 'Keywords'),
  sellCopy: element(paragraph, 'Sell copy', { help: 'The text that sells the item.' }),
  bulletPoints: list('bulletPoint', text, 'Bullet points'),
  images: list('medium', contentPlusFeedMedium, 'Images', { section: 'media' }),
  logos: list('medium', contentPlusFeedMedium, 'Logos', { section: 'media' }),
  videos: list('medium', contentPlusFeedMedium, 'Videos', { section: 'media' }),
  mobile: list('medium', contentPlusFeedMedium, 'Mobile', { section: 'media', one: 'Mobile file' }),
  other: list('medium', contentPlusFeedMedium, 'Other files', { section: 'media', one: 'Other file' }),
})

export const contentPlusFeedItem = group('Item', {
  id: requiredAttribute(identifier, 'Item', {
    section: 'identity',
    input: 'item',
    help: 'The identifier from the item search. A product code cannot replace it.',
  }),
  retailer: repeated(contentPlusFeedRetailer, 'Retailers', { section: 'retailerContent' }),
})

/** The payload of a Content+ feed. */
export const contentPlusFeed = group('ContentPlus', {
  item: repeated(contentPlusFeedItem, 'Items', { atLeastOne: true }),
})

/** The five groups of files, with the names used in both forms of Content+. */
export const mediaGroups = ['images', 'logos', 'videos', 'mobile', 'other'] as const

export type LanguageEntry = ValueOf<typeof entry>
export type ContentPlus = ValueOf<typeof contentPlus>
export type ContentPlusFeedRetailer = ValueOf<typeof contentPlusFeedRetailer>
export type ContentPlusFeedItem = ValueOf<typeof contentPlusFeedItem>
export type ContentPlusFeed = ValueOf<typeof contentPlusFeed>
