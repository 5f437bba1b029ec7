/** Glossary: terms that a newcomer may not know, each explained once. `Term` shows the explanation. */

import { t } from '@lingui/core/macro'
import { basics } from '../../../src-shared/catalog/model.ts'
import { spoken } from '../../../src-shared/texts/spoken.ts'

export const terms = {
  GTIN: t`The number under the barcode: 8, 12, 13 or 14 digits, the last of which checks the others. UPC and EAN are GTINs too. Here all forms of one number are the same number.`,
  'Content+': t`Rich content of an item at single retailers: texts, keywords, pictures and videos beside the record itself.`,
  create: t`A feed that adds new items. An item whose product code is there already is refused.`,
  update: t`A feed that changes the e-commerce description and adds Content+. Everything else of an item stays as it is.`,
  refresh: t`A feed that replaces the whole record of an item. What it leaves empty is gone afterwards; an update changes the texts only.`,
  category: t`What kind of product the item is. The path goes from general to specific: Dairy › Milk › Whole milk. GPC is the classification of GS1, whose numbers all partners know; a service may have others beside it.`,
  UOM: t`The unit of measure. Its code is of UN/ECE Recommendation 20, such as GRM for grams; on screen you see the unit’s usual sign.`,
  planogram: t`The drawing of a shelf with the place of each product. Its pictures show the product without perspective, in the measures of the package.`,
  'view code': t`Which side of the package a picture shows, by GS1: the first letter is the use, the digit the side (1 front, 7 back, 2 left, 8 right, 3 top, 9 bottom). A1C1 is the front.`,
  'prepared state': t`One product may have several nutrition panels: as it is sold, and as it is eaten after cooking or with milk. The title of a panel says which it is.`,
  'declared daily value': t`The share of a daily diet that a serving has, as the package declares it. Where a record gives the amount alone, a share with the sign † is computed here.`,
  acknowledgement: t`The service’s first answer to a feed: it was received, and has an identifier for status requests. The feed’s status shows later whether its items were accepted.`,
  'basic facts': t`${basics.length} facts that every item should have: ${basics.map(({ label }) => spoken(label)).join(', ')}. A requirement profile asks for more.`,
  'requirement profile': t`What items should have, for a kind of feed or for a retailer. The score says how much of it an item meets: the same number in the catalog, in Quality, on the page of an item and in a draft. The profile is chosen under Settings, where you can also write your own.`,
  allergens: t`Found by their words in ingredients and warnings, “may contain” included. If none is found, the product may still contain some.`,
  status: t`What the service does with the record: P is published, which nearly all items are.`,
  feed: t`New or changed items on their way to the service, as one document. It begins as a draft and goes through the outbox.`,
  sync: t`Brings what is new or changed at the service into the copy on this computer.`,
  sandbox: t`A workspace that is its own service: it takes feeds in itself, and nothing leaves this computer.`,
} as const

export type TermName = keyof typeof terms
