/**
 * A Catalogue Item Notification of GDSN 3.1: one message, in which every item is a transaction of its own, so that a data
 * pool can refuse one without the others. The fields are those of `src-shared/gdsn/rows.ts`.
 */
import { createRequire } from 'node:module'
import type { XMLBuilder } from 'xmlbuilder2/lib/interfaces.js'
import type { GdsnChoice } from '../../../src-shared/export/model.ts'
import type { GdsnElement } from '../../../src-shared/gdsn/element.ts'
import { headerNamespace, messageNamespace, moduleNamespace } from '../../../src-shared/gdsn/modules.ts'

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

/** The message up to its first transaction. */
export function messageStart(envelope: GdsnEnvelope): string {
  const { id, made, informationProvider = '', dataRecipient = '' } = envelope
  const header = inMessage().ele('sh:StandardBusinessDocumentHeader')
  header.ele('sh:HeaderVersion').txt('1.0')
  for (const [party, gln] of [
    ['sh:Sender', informationProvider],
    ['sh:Receiver', dataRecipient],
  ] as const)
    header.ele(party).ele('sh:Identifier', { Authority: 'GS1' }).txt(gln)
  const identification = header.ele('sh:DocumentIdentification')
  for (const [name, text] of [
    ['Standard', 'GS1'],
    ['TypeVersion', '3.1'],
    ['InstanceIdentifier', id],
    ['Type', 'catalogueItemNotification'],
    ['MultipleType', 'false'],
    ['CreationDateAndTime', made],
  ] as const)
    identification.ele(`sh:${name}`).txt(text)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${message} ${declarations}>\n${written(header)}`
}

export const messageEnd = `</${message}>\n`

/** A trade item in a transaction of its own. @param item the record's identifier, which names the transaction */
export function transaction(tradeItem: GdsnElement, item: string, envelope: GdsnEnvelope): string {
  const { id, made, informationProvider, dataRecipient } = envelope
  const root = inMessage().ele('transaction')
  const identify = (parent: XMLBuilder, element: string, kind: string): void => {
    const at = parent.ele(element)
    at.ele('entityIdentification').txt(`${id}-${item}-${kind}`)
    if (informationProvider !== undefined) at.ele('contentOwner').ele('gln').txt(informationProvider)
  }
  identify(root, 'transactionIdentification', 'transaction')
  const command = root.ele('documentCommand')
  identify(command.ele('documentCommandHeader', { type: 'ADD' }), 'documentCommandIdentification', 'command')
  const notification = command.ele('catalogue_item_notification:catalogueItemNotification')
  notification.ele('creationDateTime').txt(made)
  notification.ele('documentStatusCode').txt('ORIGINAL')
  identify(notification, 'catalogueItemNotificationIdentification', 'notification')
  notification.ele('isReload').txt('false')
  const catalogueItem = notification.ele('catalogueItem')
  if (dataRecipient !== undefined) catalogueItem.ele('dataRecipient').txt(dataRecipient)
  catalogueItem.ele('catalogueItemState').ele('catalogueItemStateCode').txt('REGISTERED')
  add(catalogueItem, tradeItem)
  return written(root)
}

function add(parent: XMLBuilder, { name, attributes, text, children }: GdsnElement): void {
  const module = moduleNamespace(name)
  const made = module
    ? parent.ele(`${module.prefix}:${name}`, { [`xmlns:${module.prefix}`]: module.namespace, ...attributes })
    : parent.ele(name, attributes)
  if (text !== '') made.txt(text)
  for (const child of children) add(made, child)
}

/** Characters that no XML has are left out of texts. */
function inMessage(): XMLBuilder {
  builder ??= load('xmlbuilder2') as Builder
  return builder.create({ invalidCharReplacement: '' })
}

type Builder = typeof import('xmlbuilder2')
const load = createRequire(import.meta.url)
/** Loaded with the first message: every thread would take 50 ms of processor for it when it starts. */
let builder: Builder | undefined

/** A line for each transaction: indented, a message is twice as large. */
const written = (builder: XMLBuilder): string => `${builder.toString({ headless: true })}\n`
