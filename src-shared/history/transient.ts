/**
 * What of a record is transient: the parameters a service puts on an address so that it expires. They come anew with
 * every answer and say nothing about the item. This is the one place that knows them; whoever asks whether two
 * records, texts or picture addresses are the same asks here.
 */

const transientParameter =
  /^(expires|signature|sig|policy|key-pair-id|token|x-amz-.*|x-goog-.*|se|sp|sv|sr)$/i

/** Whether a parameter of an address only lets it expire. */
export const isTransientParameter = (name: string): boolean => transientParameter.test(name)

/** A text that is an address and nothing else. */
const address = /^(\s*https?:\/\/[^\s?#]*)\?([^\s#]*)(#\S*)?\s*$/i

/** A text without what is transient in it. Only a text that is one whole address has something transient. */
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

/** XML without what is transient in it: for comparing only, as the ampersands of addresses are no longer escaped. */
export function lastingXml(xml: string): string {
  const pieces: string[] = []
  let copied = 0
  addressStart.lastIndex = 0
  for (let found = addressStart.exec(xml); found !== null; found = addressStart.exec(xml)) {
    const start = addressStart.lastIndex - (found[1]?.length ?? 0)
    addressRest.lastIndex = start
    const [url = ''] = addressRest.exec(xml) ?? []
    const end = start + url.length
    // Where this address is none, no address that begins within it is one either: they end at the same place.
    addressStart.lastIndex = end
    addressEnd.lastIndex = end
    if (!url.includes('?') || !addressEnd.test(xml)) continue
    pieces.push(xml.slice(copied, start), lastingText(url.replace(writtenAmpersand, '&')))
    copied = end
  }
  return pieces.join('') + xml.slice(copied)
}

/** Whether two texts, or two pieces of XML, are the same apart from what is transient. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || lastingText(one) === lastingText(other)
export const isSameXml = (one: string, other: string): boolean =>
  one === other || lastingXml(one) === lastingXml(other)
