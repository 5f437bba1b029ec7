/**
 * Entry point of the vocabulary kit, which derives readers, writers and checks from descriptions of
 * elements. The elements of the service are described in the parent folder. The kit runs in Node and in
 * browsers.
 *
 * - `parseDocument`, `parseElement`: lenient parsing; problems with path, code, line
 * - `writeDocument`, `writeElement`: exact writing
 * - `validate`: validates a value, fast enough for every keystroke
 * - `locate`: adds lines to problems that have only a path
 * - `xsd.ts`, `form.ts`, `reference.ts`: schemas, form descriptions, reference pages
 * - `xml/`: from bytes to elements, independent of descriptions
 * - `testing/`: random values, damaged documents (needs fast-check; never import it outside tests)
 */

export type { DocumentDescription, Group } from './description.ts'
export { answerLimits, type DocumentLimits, feedLimits } from './limits.ts'
export { type Parsed, parseDocument, parseElement } from './read/parse.ts'
export { locate } from './read/places.ts'
export { validate } from './validate.ts'
export type { Unknown, ValueOf } from './value.ts'
export { writeDocument, writeElement } from './write.ts'
export { withoutIllegalCharacters } from './xml/characters.ts'
