import { maxPictureBytes } from '../../../src-shared/media/model.ts'
import { say } from '../../../src-shared/texts/say.ts'
import { type MediaAnswer, type Upstream, UpstreamError } from '../../upstream/index.ts'
import { type PartialFile, validatorOf } from './partial-files.ts'

/**
 * Maximum duration of a response in milliseconds, plus one millisecond per byte (a thousand bytes per
 * second). A slower response would occupy a slot for ever; a later attempt resumes it.
 */
const maxTrickle = 60_000

interface FetchOptions {
  upstream: Pick<Upstream, 'media'>
  /** Hosts allowed in addition to the service itself. */
  hosts: readonly string[]
  signal: AbortSignal
  maxBytes?: number
  maxTrickle?: number
}

/**
 * Downloads a file into its part: resumes an earlier attempt if the source has the same file, otherwise
 * starts again. After a failure the downloaded bytes are kept.
 * @throws UpstreamError
 */
export async function fetchInto(part: PartialFile, url: string, options: FetchOptions): Promise<void> {
  try {
    const answer = await request(part, url, options)
    await receive(part, answer, options)
  } finally {
    await part.close()
  }
}

async function request(part: PartialFile, url: string, options: FetchOptions): Promise<MediaAnswer> {
  const { upstream, hosts, signal } = options
  const validator = part.size > 0 ? part.validator : undefined
  if (!validator) return startOver(part, await upstream.media(url, { hosts, signal }))
  let answer: MediaAnswer
  try {
    answer = await upstream.media(url, {
      hosts,
      signal,
      range: `bytes=${part.size}-`,
      ifRange: validator.value,
    })
  } catch (error) {
    // 416: the source's file has no bytes after the downloaded ones, so it is a different file.
    if (!(error instanceof UpstreamError && error.status === 416)) throw error
    return startOver(part, await upstream.media(url, { hosts, signal }))
  }
  if (answer.status !== 206) return startOver(part, answer)
  if (continues(part, answer)) return answer
  answer.discard()
  return startOver(part, await upstream.media(url, { hosts, signal }))
}

/** Starts the file from its first byte. */
async function startOver(part: PartialFile, answer: MediaAnswer): Promise<MediaAnswer> {
  if (answer.status !== 200) {
    answer.discard()
    throw new UpstreamError(
      'invalid-answer',
      say`The picture was answered with ${answer.status} instead of 200.`,
    )
  }
  await part.restart(validatorOf(answer.headers))
  return answer
}

/** Whether a partial response continues the same file; a server may ignore the requested range. */
function continues(part: PartialFile, { headers }: MediaAnswer): boolean {
  const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
  if (Number(first) !== part.size || last === undefined) return false
  // The response must include all remaining bytes, because the file is treated as complete at its end.
  if (total !== '*' && Number(last) + 1 !== Number(total)) return false
  const etag = headers['etag']
  return etag === undefined || !part.validator?.value.startsWith('"') || etag === part.validator.value
}

async function receive(part: PartialFile, answer: MediaAnswer, options: FetchOptions): Promise<void> {
  const { maxBytes = maxPictureBytes, maxTrickle: patience = maxTrickle } = options
  const startedAt = performance.now()
  const already = part.size
  const megabytes = Math.floor(maxBytes / 1024 / 1024)
  const tooLarge = () => new UpstreamError('refused', say`The file is larger than ${megabytes} MB.`)
  const announced = Number(answer.headers['content-length'] ?? 0)
  if (part.size + announced > maxBytes) {
    answer.discard()
    await part.remove()
    throw tooLarge()
  }
  for await (const bytes of answer.body) {
    if (part.size + bytes.length > maxBytes) {
      answer.discard()
      await part.remove()
      throw tooLarge()
    }
    await part.append(bytes)
    if (performance.now() - startedAt > patience + (part.size - already)) {
      answer.discard()
      throw new UpstreamError(
        'unreachable',
        say`The download is too slow. The part already downloaded is kept.`,
      )
    }
  }
  await part.finish()
}
