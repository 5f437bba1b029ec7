/**
 * The transient parts of a record: the parameters by which a service makes an address expire. They differ in every answer
 * and say nothing about the item. Every comparison of records, texts or picture addresses uses this file.
 */

const transientParameter =
  /^(expires|signature|sig|policy|key-pair-id|token|x-amz-.*|x-goog-.*|se|sp|sv|sr)$/i

/** Whether a parameter only makes an address expire. */
export const isTransientParameter = (name: string): boolean => transientParameter.test(name)

/** Matches a text that is one address. */
const address = /^(\s*https?:\/\/[^\s?#]*)\?([^\s#]*)(#\S*)?\s*$/i

/** A text without its transient parts. Only a text that is one address has any. */
export function lastingText(text: string): string {
  const match = text.includes('?') ? address.exec(text) : null
  if (!match) return text
  const [, before = '', query = '', fragment = ''] = match
  const parameters = query.split('&')
  const lasting = parameters.filter((parameter) => !isTransientParameter(parameter.split('=', 1)[0] ?? ''))
  if (lasting.length === parameters.length) return text
  return `${before}${lasting.length > 0 ? '?' : ''}${lasting.join('&')}${fragment}`
}

/**
 * Where an address may begin that is all of an element's text, of a section of it, or of an attribute's value; then the
 * address as far as it goes, and what must follow it.
 */
const addressStart = /[>"'[]\s*(https?:\/\/)/gi
const addressRest = /[^\s<>"'\]]*/y
const addressEnd = /\s*[<"'\]]/y
const writtenAmpersand = /&(?:amp|#38|#x26);/gi

/** XML without its transient parts, for comparison only: the ampersands of addresses are not escaped. */
export function lastingXml(xml: string): string {
  const pieces: string[] = []
  let copied = 0
  addressStart.lastIndex = 0
  for (let found = addressStart.exec(xml); found !== null; found = addressStart.exec(xml)) {
    const start = addressStart.lastIndex - (found[1]?.length ?? 0)
    addressRest.lastIndex = start
    const [url = ''] = addressRest.exec(xml) ?? []
    const end = start + url.length
    // When this is no address, no later start inside it is one either: both end at the same place.
    addressStart.lastIndex = end
    addressEnd.lastIndex = end
    if (!url.includes('?') || !addressEnd.test(xml)) continue
    pieces.push(xml.slice(copied, start), lastingText(url.replace(writtenAmpersand, '&')))
    copied = end
  }
  return pieces.join('') + xml.slice(copied)
}

/** Whether two texts are equal except for their transient parts. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || lastingText(one) === lastingText(other)
export const isSameXml = (one: string, other: string): boolean =>
  one === other || lastingXml(one) === lastingXml(other)
