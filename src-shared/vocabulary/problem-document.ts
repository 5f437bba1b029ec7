/** The body of every answer that is not 200: a problem document (RFC 9457), with one entry for each bad parameter. */
import { element, group, repeated } from './kit/description.ts'
import type { ValueOf } from './kit/value.ts'
import { paragraph, text, url, wholeNumber } from './leaves.ts'

export const invalidParameter = group('InvalidParameter', {
  name: element(text, 'Name', { help: 'The parameter, or the path of the field.' }),
  reason: element(paragraph, 'Reason'),
})

export const problemDocument = group('Problem', {
  type: element(url, 'Type', { help: 'Address that names the kind of problem.' }),
  title: element(text, 'Title'),
  status: element(wholeNumber, 'Status', { help: 'The HTTP status.' }),
  detail: element(paragraph, 'Detail'),
  instance: element(url, 'Instance', { help: 'The request it happened to.' }),
  'invalid-param': repeated(invalidParameter, 'Invalid parameters'),
})

export type InvalidParameter = ValueOf<typeof invalidParameter>
export type ProblemDocument = ValueOf<typeof problemDocument>
