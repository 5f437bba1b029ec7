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

/** An address with parameters that is all of an element's text, of a section of it, or of an attribute's value. */
const writtenAddress =
  /([>"'[]\s*)(https?:\/\/(?:\[[0-9a-f:.]{2,50}\])?[^\s<>"'[\]?]*\?[^\s<>"'[\]]*)(?=\s*[<"'\]])/gi
const writtenAmpersand = /&(?:amp|#38|#x26);/gi

/** XML without what is transient in it: for comparing only, as the ampersands of addresses are no longer escaped. */
export const lastingXml = (xml: string): string =>
  xml.replace(
    writtenAddress,
    (_, before: string, url: string) => before + lastingText(url.replace(writtenAmpersand, '&')),
  )

/** Whether two texts, or two pieces of XML, are the same apart from what is transient. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || lastingText(one) === lastingText(other)
export const isSameXml = (one: string, other: string): boolean =>
  one === other || lastingXml(one) === lastingXml(other)
