/**
 * Reads `ingestionErrors` in whatever shape a service fills it: the specification does not show its inside. Ours is a
 * list of `ingestionError`; one error written straight into it, or plain text, is understood as well.
 */
import { type IngestionError, type ItemIngestionStatus, ingestionError } from './feed-status.ts'
import { parseElement } from './kit/kit.ts'

/** What a service reported about one item; empty when it reported nothing. */
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

/** An error without a description takes over what else was said in it. */
function withLooseText(error: IngestionError): IngestionError {
  if (error.description !== undefined || error.unknown === undefined) return error
  const words = error.unknown.map(({ kind, content }) =>
    (kind === 'element' ? withoutTags(content) : content).trim(),
  )
  return { ...error, description: words.filter((word) => word !== '').join(' ') }
}

/** The text in a piece of XML, with a space for each tag. */
function withoutTags(xml: string): string {
  const pieces: string[] = []
  for (const piece of xml.split('<')) {
    const end = piece.indexOf('>')
    pieces.push(end < 0 ? piece : piece.slice(end + 1))
  }
  return pieces.join(' ')
}
