/**
 * A Catalogue Item Notification of GDSN 3.1: one message in which each item is a separate transaction, so
 * that a data pool can reject one item without the others. The fields are defined in
 * `src-shared/gdsn/rows.ts`.
 */
import { createHash } from 'node:crypto'
import type { GdsnChoice } from '../../../src-shared/export/model.ts'
import { addElement, type GdsnElement, gdsnElement } from '../../../src-shared/gdsn/element.ts'
import { headerNamespace, messageNamespace, moduleNamespace } from '../../../src-shared/gdsn/modules.ts'
import { withoutIllegalCharacters } from '../../../src-shared/vocabulary/kit/kit.ts'
import { escapeAttribute, escapeText } from '../../../src-shared/vocabulary/kit/xml/characters.ts'

export interface GdsnEnvelope extends GdsnChoice {
  /** Unique identifier of the message. */
  id: string
  /** Creation time, ISO 8601. */
  made: string
}

/** Default target market and language. */
export const defaultGdsn: GdsnChoice = { targetMarket: 'US', language: 'en' }

const message = 'catalogue_item_notification:catalogueItemNotificationMessage'
const declarations = `xmlns:catalogue_item_notification="${messageNamespace}" xmlns:sh="${headerNamespace}"`

/**
 * The message up to its first transaction. An unknown party is omitted, because an empty identifier would
 * identify nobody.
 */
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${message} ${declarations}>\n${serialize(header)}\n`
}

export const messageEnd = `</${message}>\n`

/**
 * A trade item as a transaction. @param item the record's identifier, which is part of the transaction's name
 */
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
  // One line per transaction: with indentation, a message is twice as large.
  return `${serialize(root)}\n`
}

/** GS1 allows 80 characters, of which the message's identifier and the kind take 50. */
const maxNameLength = 30
const shortName = (item: string): string =>
  item.length <= maxNameLength
    ? item
    : createHash('sha256').update(item).digest('base64url').slice(0, maxNameLength)

/** Serializes an element. Characters that are illegal in XML are removed. */
function serialize({ name, attributes, text, children }: GdsnElement): string {
  const module = moduleNamespace(name)
  const tag = module ? `${module.prefix}:${name}` : name
  const all = { ...(module && { [`xmlns:${module.prefix}`]: module.namespace }), ...attributes }
  const given = Object.entries(all).map(
    ([key, value]) => ` ${key}="${escapeAttribute(withoutIllegalCharacters(value))}"`,
  )
  const inside =
    children.length > 0 ? children.map(serialize).join('') : escapeText(withoutIllegalCharacters(text))
  return `<${tag}${given.join('')}>${inside}</${tag}>`
}
