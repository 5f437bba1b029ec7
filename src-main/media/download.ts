import PQueue from 'p-queue'
import type { Remote } from '../storage/store.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { KeptPicture, PictureFailure, pictureReader, pictureWriter } from './picture-store.ts'

type FunctionsOf<S> = S extends { open(context: never): infer F } ? F : never
type Reader = Remote<FunctionsOf<typeof pictureReader>>
type Writer = Remote<FunctionsOf<typeof pictureWriter>>

/** A picture larger than this is not what a catalog holds. */
const mostBytes = 50 * 1024 * 1024
const atOnce = 4
const batch = 100

export interface DownloadOptions {
  upstream: Upstream
  /** Hosts that may be asked beside the service itself. */
  mediaHosts: readonly string[]
  reader: Reader
  writer: Writer
  keep(bytes: Uint8Array): Promise<KeptPicture>
}
export interface DownloadProgress {
  done: number
  total: number
  bytes: number
}

/** Why an address must not be asked; undefined when it may. A record could name any machine of this network. */
export function refusal(
  url: string,
  serviceAddress: string,
  mediaHosts: readonly string[],
): string | undefined {
  if (!URL.canParse(url)) return 'It is not a web address.'
  const { protocol, host, hostname, origin } = new URL(url)
  const service = new URL(serviceAddress)
  if (origin === service.origin) return undefined
  if (protocol !== 'https:') return 'Pictures from other hosts are fetched over https only.'
  if (mediaHosts.includes(host) || mediaHosts.includes(hostname)) return undefined
  return `The host ${host} is not one of the connection’s media hosts. Add it in Settings if you trust it.`
}

async function bytesOf(upstream: Upstream, url: string, signal: AbortSignal): Promise<Uint8Array> {
  const { body } = await upstream.media(url, { signal })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > mostBytes) throw new Error('The file is larger than 50 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Brings the pictures down that records name and that are not kept yet; what was kept stays kept, whatever happens. */
export async function downloadMissing(
  options: DownloadOptions,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: DownloadProgress): void },
): Promise<void> {
  const { upstream, mediaHosts, reader, writer, keep } = options
  const urls = await allMissing(reader, signal)
  const progress: DownloadProgress = { done: 0, total: urls.length, bytes: 0 }
  const queue = new PQueue({ concurrency: atOnce })
  for (let at = 0; at < urls.length; at += batch) {
    const kept: ({ url: string } & KeptPicture)[] = []
    const failed: PictureFailure[] = []
    const one = async (url: string): Promise<void> => {
      const refused = refusal(url, upstream.address, mediaHosts)
      if (refused) failed.push({ url, error: refused })
      else {
        try {
          const bytes = await bytesOf(upstream, url, signal)
          kept.push({ url, ...(await keep(bytes)) })
          progress.bytes += bytes.length
        } catch (error) {
          signal.throwIfAborted()
          failed.push({ url, error: (error as Error).message })
        }
      }
      progress.done += 1
      onProgress({ ...progress })
    }
    const results = await Promise.allSettled(
      urls.slice(at, at + batch).map((url) => queue.add(() => one(url))),
    )
    await writer.put(kept)
    if (failed.length > 0) await writer.failed(failed)
    signal.throwIfAborted()
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }
}

async function allMissing(reader: Reader, signal: AbortSignal): Promise<string[]> {
  const urls = new Set<string>()
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted()
    const stretch: { urls: string[]; next?: number } = await reader.missing(after, 2000)
    for (const url of stretch.urls) urls.add(url)
    after = stretch.next
  }
  return [...urls]
}
