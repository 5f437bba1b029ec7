import {
  type Derived,
  derivePictures,
  type Recipe,
  readRecipe,
  recipeMimeType,
  recipeWord,
} from '../derive/derive-picture.ts'
import type { DerivedCache } from '../derive/derived-cache.ts'
import { type PictureFiles, sha256Of } from '../keep/picture-files.ts'
import type { KeptPicture } from '../keep/picture-store.ts'
import {
  type HeldMedium,
  type ImageRequest,
  type MediaEntry,
  mediaEntries,
  namedMedia,
  type StoredMedium,
} from './media-entries.ts'
import { readPicturePath } from './picture-path.ts'

export interface MediaFile {
  bytes: Uint8Array
  mimeType: string
  /** Strong entity tag of these bytes, without quotes. */
  etag: string
  /** Milliseconds since the epoch. */
  lastModified?: number
}

export interface MediaSource {
  /** The media to list for each item by the image parameters of the request; one list per item, in order. */
  entries(
    items: readonly { id: string; gtin14: string; media: readonly StoredMedium[] }[],
    request: ImageRequest,
  ): Promise<MediaEntry[][]>
  /**
   * In a sandbox, the media that are requested unchanged but are not stored, with the addresses in the record.
   */
  named(
    items: readonly { media: readonly StoredMedium[] }[],
    request: ImageRequest,
  ): Promise<StoredMedium[][]>
  /** The file at an entry's path, derived on demand; undefined if there is none. */
  open(path: string): Promise<MediaFile | undefined>
}

interface MediaSourceParts {
  files: PictureFiles
  cache: DerivedCache
  kept(urls: string[]): Promise<(KeptPicture | undefined)[]>
  content(sha256: string): Promise<KeptPicture | undefined>
  isSandbox(): Promise<boolean>
}

/**
 * The stored pictures as the local API serves them, at `<content>/<recipe>/<name for people>`. Content and
 * recipe determine the file; the name is for a person who saves it.
 */
export function createMediaSource({ files, cache, kept, content, isSandbox }: MediaSourceParts): MediaSource {
  const make = async (picture: KeptPicture, recipe: Recipe): Promise<Uint8Array | undefined> => {
    if (recipe.kind === 'original') return files.read(picture.sha256)
    const prefix = `${picture.sha256}-`
    return cache.get(`${prefix}${recipeWord(recipe)}`, {
      key: picture.sha256,
      async make(names) {
        const source = await files.read(picture.sha256)
        const recipes = names.map((name) => readRecipe(name.slice(prefix.length)) as Derived)
        return source && derivePictures(source, recipes)
      },
    })
  }
  return {
    async entries(items, request) {
      const urls = [...new Set(items.flatMap(({ media }) => media.map(({ url }) => url)))]
      const found = await kept(urls)
      const pictures = new Map(urls.map((url, index) => [url, found[index]]))
      return items.map(({ gtin14, media }) => {
        const held = media.flatMap((medium): HeldMedium[] => {
          const picture = pictures.get(medium.url)
          return picture ? [{ ...medium, picture }] : []
        })
        return mediaEntries(gtin14, held, request)
      })
    },
    async named(items, request) {
      if (!(await isSandbox())) return items.map(() => [])
      const requested = items.map(({ media }) => namedMedia(media, request))
      const urls = [...new Set(requested.flat().map(({ url }) => url))]
      const found = urls.length === 0 ? [] : await kept(urls)
      const absent = new Set(urls.filter((_url, index) => found[index] === undefined))
      return requested.map((media) => media.filter(({ url }) => absent.has(url)))
    },
    async open(path): Promise<MediaFile | undefined> {
      const named = readPicturePath(path)
      const picture = named && (await content(named.sha256))
      const bytes = picture && (await make(picture, named.recipe))
      if (!bytes) return undefined
      const { recipe } = named
      return { bytes, mimeType: recipeMimeType(recipe, picture.mimeType), etag: sha256Of(bytes) }
    },
  }
}
