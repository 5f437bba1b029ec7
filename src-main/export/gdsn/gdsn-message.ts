/**
 * A Catalogue Item Notification of GDSN 3.1: one message, in which every item is a transaction of its own, so that a data
 * pool can refuse one without the others. The fields are those of `src-shared/gdsn/rows.ts`.
 */
import { createHash } from 'node:crypto'
import type { GdsnChoice } from '../../../src-shared/export/model.ts'
import { addElement, type GdsnElement, gdsnElement } from '../../../src-shared/gdsn/element.ts'
import { headerNamespace, messageNamespace, moduleNamespace } from '../../../src-shared/gdsn/modules.ts'
import { withoutIllegalCharacters } from '../../../src-shared/vocabulary/kit/kit.ts'
import { escapeAttribute, escapeText } from '../../../src-shared/vocabulary/kit/xml/characters.ts'

export interface GdsnEnvelope extends GdsnChoice {
  /** Tells this message from every other. */
  id: string
  /** When it was made, as ISO 8601. */
  made: string
}

/** As a catalog is sold where nobody said otherwise. */
export const usualGdsn: GdsnChoice = { targetMarket: 'US', language: 'en' }

const message = 'catalogue_item_notification:catalogueItemNotificationMessage'
const declarations = `xmlns:catalogue_item_notification="${messageNamespace}" xmlns:sh="${headerNamespace}"`

/** The message up to its first transaction. Whoever is unknown is left out: an empty identifier would name nobody. */
export function messageStart({ id, made, informationProvider, dataRecipient }: GdsnEnvelope): string {
  const header = gdsnElement('sh:StandardBusinessDocumentHeader')
  addElement(header, 'sh:HeaderVersion', '1.0')
  for (const [party, gln] of [
    ['Sender', informationProvider],
    ['Receiver', dataRecipient],
  ] as const)
    if (gln !== undefined) addElement(header, `sh:${party}/sh:Identifier`, gln, { Authority: 'GS1' })
  for (const [name, text] of [
    ['Standard', 'GS1'],
    ['TypeVersion', '3.1'],
    ['InstanceIdentifier', id],
    ['Type', 'catalogueItemNotification'],
    ['MultipleType', 'false'],
    ['CreationDateAndTime', made],
  ] as const)
    addElement(header, `sh:DocumentIdentification/sh:${name}`, text)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${message} ${declarations}>\n${written(header)}\n`
}

export const messageEnd = `</${message}>\n`

/** A trade item in a transaction of its own. @param item the record's identifier, which names the transaction */
export function transaction(tradeItem: GdsnElement, item: string, envelope: GdsnEnvelope): string {
  const { id, made, informationProvider, dataRecipient } = envelope
  const root = gdsnElement('transaction')
  const identify = (parent: GdsnElement, element: string, kind: string): void => {
    addElement(parent, `${element}/entityIdentification`, `${id}-${shortName(item)}-${kind}`)
    if (informationProvider !== undefined)
      addElement(parent, `${element}/contentOwner/gln`, informationProvider)
  }
  identify(root, 'transactionIdentification', 'transaction')
  const header = addElement(root, 'documentCommand/documentCommandHeader', '', { type: 'ADD' })
  identify(header, 'documentCommandIdentification', 'command')
  const notification = addElement(
    root,
    'documentCommand/catalogue_item_notification:catalogueItemNotification',
  )
  addElement(notification, 'creationDateTime', made)
  addElement(notification, 'documentStatusCode', 'ORIGINAL')
  identify(notification, 'catalogueItemNotificationIdentification', 'notification')
  addElement(notification, 'isReload', 'false')
  const catalogueItem = addElement(notification, 'catalogueItem')
  if (dataRecipient !== undefined) addElement(catalogueItem, 'dataRecipient', dataRecipient)
  addElement(catalogueItem, 'catalogueItemState/catalogueItemStateCode', 'REGISTERED')
  catalogueItem.children.push(tradeItem)
  // A line for each transaction: indented, a message is twice as large.
  return `${written(root)}\n`
}

/** GS1 has room for 80 characters, of which the message's identifier and the kind take 50. */
const maxNameLength = 30
const shortName = (item: string): string =>
  item.length <= maxNameLength
    ? item
    : createHash('sha256').update(item).digest('base64url').slice(0, maxNameLength)

/** Characters that no XML has are left out of texts. */
function written({ name, attributes, text, children }: GdsnElement): string {
  const module = moduleNamespace(name)
  const tag = module ? `${module.prefix}:${name}` : name
  const all = { ...(module && { [`xmlns:${module.prefix}`]: module.namespace }), ...attributes }
  const given = Object.entries(all).map(
    ([key, value]) => ` ${key}="${escapeAttribute(withoutIllegalCharacters(value))}"`,
  )
  const inside =
    children.length > 0 ? children.map(written).join('') : escapeText(withoutIllegalCharacters(text))
  return `<${tag}${given.join('')}>${inside}</${tag}>`
}
