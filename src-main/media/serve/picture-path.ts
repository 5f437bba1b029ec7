import type { Database } from '../../storage/index.ts'
import { type Recipe, readRecipe } from '../derive/derive-picture.ts'

/** Path prefix of pictures, the same for every version. */
export const mediaPath = '/media/'

/** URL of a stored picture for the screens (src-main/rpc/page-routes.ts). */
export const screenAddress = (sha256: string, variant: string): string => `/pictures/${sha256}/${variant}`

/** A placeholder as a data URL: it is part of an answer, so that the screen need not wait for it. */
export const placeholderAddress = (webp: Uint8Array | undefined): string | undefined =>
  webp && `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`

/** A path below `/media/`: a content hash and a recipe. */
interface PicturePath {
  sha256: string
  recipe: Recipe
}

/** Parses `<content>/<recipe>/<name for people>`; undefined for any other path. */
export function readPicturePath(path: string): PicturePath | undefined {
  const [sha256 = '', word = '', name, ...rest] = path.split('/')
  const recipe = readRecipe(word)
  return recipe && /^[0-9a-f]{64}$/.test(sha256) && name !== undefined && rest.length === 0
    ? { sha256, recipe }
    : undefined
}

/** The content hashes in all addresses of our own media route in a text. */
export const contentsNamedIn = (text: string): string[] =>
  [...text.matchAll(/\/media\/([0-9a-f]{64})\//g)].map(([, sha256 = '']) => sha256)

/**
 * The content hash in an address of our own media route. Host and signature are ignored: a service may have
 * several names or a different port, and its signatures expire; the hash alone identifies the content.
 */
function servedContent(url: string): string | undefined {
  if (!url.includes(mediaPath) || !URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return pathname.startsWith(mediaPath)
    ? readPicturePath(pathname.slice(mediaPath.length))?.sha256
    : undefined
}

/** A stored picture, and the addresses by which records name it. */
interface ServedPicture {
  mimeType: string
  /** Without signature and expiry; at least one. */
  addresses: string[]
}

/** Finds the stored picture for an address of our own media route; undefined for any other address. */
export function openServedPictures(db: Database): (url: string) => ServedPicture | undefined {
  const ofContent = db.prepare<[string], { address: string; mimeType: string }>(
    'SELECT address, mime_type AS mimeType FROM picture WHERE sha256 = ? ORDER BY address',
  )
  return (url) => {
    const sha256 = servedContent(url)
    const rows = sha256 === undefined ? [] : ofContent.all(sha256)
    const [first] = rows
    return first && { mimeType: first.mimeType, addresses: rows.map(({ address }) => address) }
  }
}
