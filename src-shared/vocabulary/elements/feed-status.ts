/** Responses of the service to feeds: the acknowledgement, and the two forms of feed status. */

import { element, group, list, requiredElement } from '../kit/description.ts'
import { parseElement } from '../kit/kit.ts'
import type { ValueOf } from '../kit/value.ts'
import { identifier, paragraph, productCodeText, text, wholeNumber } from './leaves.ts'

/** The same for both kinds of feed, except for the namespace. */
export const feedAcknowledgement = group('FeedAcknowledgement', {
  feedId: requiredElement(identifier, 'Feed', { help: 'The identifier to ask the status with.' }),
})

const feedStatusWord = requiredElement(text, 'Feed status', {
  help: 'RECEIVED, INPROGRESS, PROCESSED or ERROR. PROCESSED says nothing about single items.',
})
const feedId = requiredElement(identifier, 'Feed')
const counter = (label: string) => element(wholeNumber, label)
const window = {
  offset: counter('Offset'),
  limit: element(wholeNumber, 'Limit', { help: 'End of the window (exclusive), not a count.' }),
}

/** A problem of an item. The specification does not define the content of `ingestionErrors`. */
const ingestionError = group('IngestionError', {
  type: element(text, 'Kind'),
  code: element(text, 'Code'),
  field: element(text, 'Field', { help: 'Path of the element.' }),
  description: element(paragraph, 'Description'),
})

export const itemIngestionStatus = group('ItemIngestionStatus', {
  productCode: element(productCodeText, 'Product code'),
  index: element(wholeNumber, 'Index', { help: '0-based place of the item in the feed.' }),
  ingestionStatus: element(text, 'Status', {
    help: 'INPROGRESS, SUCCESS, DATA_ERROR, SYSTEM_ERROR or TIMEOUT_ERROR.',
  }),
  ingestionErrors: list('ingestionError', ingestionError, 'Errors', { help: 'Empty when there are none.' }),
})

export const itemFeedStatus = group('ItemFeedStatus', {
  feedId,
  feedStatus: feedStatusWord,
  itemsReceived: counter('Received'),
  itemsSucceeded: counter('Succeeded'),
  itemsFailed: counter('Failed'),
  itemsProcessing: counter('Processing'),
  ...window,
  ItemDetails: list('ItemIngestionStatus', itemIngestionStatus, 'Items'),
})

const contentPlusIngestionStatus = group('ItemIngestionStatus', {
  index: element(wholeNumber, 'Index', { help: '0-based place of the item in the feed.' }),
  ingestionStatus: element(text, 'Status', { help: 'INPROGRESS, PROCESSED, REJECTED or FAILED.' }),
  ingestionRemarks: element(paragraph, 'Remarks'),
})

export const contentPlusFeedStatus = group('ContentPlusFeedStatus', {
  feedId,
  feedStatus: feedStatusWord,
  itemsReceived: counter('Received'),
  itemsSucceeded: counter('Succeeded'),
  itemsProcessed: counter('Processed'),
  itemsRejected: counter('Rejected'),
  itemsFailed: counter('Failed'),
  itemsProcessing: counter('Processing'),
  ...window,
  ItemDetails: list('ItemIngestionStatus', contentPlusIngestionStatus, 'Items'),
})

type IngestionError = ValueOf<typeof ingestionError>
export type ItemIngestionStatus = ValueOf<typeof itemIngestionStatus>
export type ItemFeedStatus = ValueOf<typeof itemFeedStatus>
export type ContentPlusIngestionStatus = ValueOf<typeof contentPlusIngestionStatus>
export type ContentPlusFeedStatus = ValueOf<typeof contentPlusFeedStatus>

/**
 * The errors that a service reported for an item, from `ingestionErrors` in any form, because the
 * specification does not define its content. This program writes a list of `ingestionError`. A single error
 * without that element and plain text are read as well. Empty if nothing was reported.
 */
export function reportedErrors(status: ItemIngestionStatus): IngestionError[] {
  const listed = (status.ingestionErrors ?? []).map(withLooseText)
  const loose = (status.unknown ?? []).filter(({ within }) => within === 'ingestionErrors')
  const elements = loose.filter(({ kind }) => kind === 'element').map(({ content }) => content)
  const single = parseElement(ingestionError, `<e>${elements.join('')}</e>`).value ?? {}
  const texts = loose
    .filter(({ kind }) => kind === 'text')
    .map(({ content }) => ({ description: content.trim() }))
  return [...listed, ...(elements.length === 0 ? [] : [withLooseText(single)]), ...texts]
}

/** Uses the unknown text inside an error as its description, if it has none. */
function withLooseText(error: IngestionError): IngestionError {
  if (error.description !== undefined || error.unknown === undefined) return error
  const words = error.unknown.map(({ kind, content }) =>
    (kind === 'element' ? withoutTags(content) : content).trim(),
  )
  return { ...error, description: words.filter((word) => word !== '').join(' ') }
}

/** The text of a piece of XML, with a space for each tag. */
function withoutTags(xml: string): string {
  const pieces: string[] = []
  for (const piece of xml.split('<')) {
    const end = piece.indexOf('>')
    pieces.push(end < 0 ? piece : piece.slice(end + 1))
  }
  return pieces.join(' ')
}
