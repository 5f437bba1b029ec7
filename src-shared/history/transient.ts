/**
 * Transient parts of a record: the parameters that make a service's address expire. They differ in every
 * response and mean nothing for the item. All comparisons of records, texts and picture addresses use this
 * file.
 */

const transientParameter =
  /^(expires|signature|sig|policy|key-pair-id|token|x-amz-.*|x-goog-.*|se|sp|sv|sr)$/i

/** Whether a parameter only controls the expiry of an address. */
export const isTransientParameter = (name: string): boolean => transientParameter.test(name)

/** Matches a text that is a single address. */
const address = /^(\s*https?:\/\/[^\s?#]*)\?([^\s#]*)(#\S*)?\s*$/i

/** Removes the transient parts of a text. Only a text that is a single address has any. */
export function stableText(text: string): string {
  const match = text.includes('?') ? address.exec(text) : null
  if (!match) return text
  const [, before = '', query = '', fragment = ''] = match
  const parameters = query.split('&')
  const lasting = parameters.filter((parameter) => !isTransientParameter(parameter.split('=', 1)[0] ?? ''))
  if (lasting.length === parameters.length) return text
  return `${before}${lasting.length > 0 ? '?' : ''}${lasting.join('&')}${fragment}`
}

/**
 * Matches an address that is the entire text of an element, of a CDATA section or of an attribute: its
 * start, its remaining characters, and the characters that must follow.
 */
const addressStart = /[>"'[]\s*(https?:\/\/)/gi
const addressRest = /[^\s<>"'\]]*/y
const addressEnd = /\s*[<"'\]]/y
const writtenAmpersand = /&(?:amp|#38|#x26);/gi

/** XML without its transient parts, for comparison only: ampersands in addresses are unescaped. */
export function stableXml(xml: string): string {
  const pieces: string[] = []
  let copied = 0
  addressStart.lastIndex = 0
  for (let found = addressStart.exec(xml); found !== null; found = addressStart.exec(xml)) {
    const start = addressStart.lastIndex - (found[1]?.length ?? 0)
    addressRest.lastIndex = start
    const [url = ''] = addressRest.exec(xml) ?? []
    const end = start + url.length
    // If this is no address, no later start inside it is one either, because both end at the same position.
    addressStart.lastIndex = end
    addressEnd.lastIndex = end
    if (!url.includes('?') || !addressEnd.test(xml)) continue
    pieces.push(xml.slice(copied, start), stableText(url.replace(writtenAmpersand, '&')))
    copied = end
  }
  return pieces.join('') + xml.slice(copied)
}

/** Whether two texts are equal except for their transient parts. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || stableText(one) === stableText(other)
export const isSameXml = (one: string, other: string): boolean =>
  one === other || stableXml(one) === stableXml(other)
