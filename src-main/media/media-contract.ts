/**
 * The pictures as the local API asks for them; `media-source.ts` answers. What an image parameter means for a record,
 * and how a file is made, is this room's; addresses, signatures and HTTP are the local API's.
 */
import type { ApiVersion } from '../../src-shared/api/endpoint.ts'
import type { imageParameters } from '../../src-shared/api/item-parameters.ts'
import type { ParameterValues } from '../../src-shared/api/read-parameters.ts'

/** The image parameters of a call, as given. */
export type ImageRequest = ParameterValues<typeof imageParameters> & { version: ApiVersion }

/** One `media/medium` of a stored record. */
export interface StoredMedium {
  /** Address of the source's own copy. */
  url: string
  type: string
  view: string
  mimeType: string
  imageSource: string
  added: string
  description: string
}

/** One `media/medium` of an answer. Its path is where the file will be served, below `/media/`: letters, digits, `._-/`. */
export type MediaEntry = Omit<StoredMedium, 'url'> & { path: string }

export interface MediaFile {
  bytes: Uint8Array
  mimeType: string
  /** Strong: names these very bytes, e.g. their hash. Without quotes. */
  etag: string
  /** Milliseconds since the epoch. */
  lastModified?: number
}

export interface MediaSource {
  /** The entries to list for each of the items, given what the call asks for; lists in the order of the items. */
  entries(
    items: readonly { id: string; gtin14: string; media: readonly StoredMedium[] }[],
    request: ImageRequest,
  ): Promise<MediaEntry[][]>
  /** The file an entry's path names, derived when it is not there yet; undefined when there is none. */
  open(path: string): Promise<MediaFile | undefined>
}
