import { decode } from '../../src-shared/vocabulary/kit/xml/decode.ts'

/** A frozen payload as text to look at or to go on writing; feeds posted to the local API may be UTF-16. */
export function payloadText(body: Uint8Array | undefined): string {
  if (!body) return ''
  // What is text now is UTF-8 when it is next sent, whatever its first line said.
  return decode(body).replace(/^(<\?xml[^>]*?\sencoding\s*=\s*["'])utf-16(?:le|be)?(["'])/i, '$1UTF-8$2')
}
