import type { Database } from '../../storage/index.ts'
import { type Recipe, readRecipe } from '../derive/derive-picture.ts'

/** Where the pictures are served, on every version alike. */
export const mediaPath = '/media/'

/** A path below `/media/`: a content, and the recipe for what is made of it. */
interface PicturePath {
  sha256: string
  recipe: Recipe
}

/** Reads `<content>/<recipe>/<name for people>`; undefined for any other path. */
export function readPicturePath(path: string): PicturePath | undefined {
  const [sha256 = '', word = '', name, ...rest] = path.split('/')
  const recipe = readRecipe(word)
  return recipe && /^[0-9a-f]{64}$/.test(sha256) && name !== undefined && rest.length === 0
    ? { sha256, recipe }
    : undefined
}

/**
 * The content that an address of our own media route names. Host and signature do not matter: a service has several
 * names, may come up on another port, and its signatures expire; the hash alone names the content.
 */
function servedContent(url: string): string | undefined {
  if (!url.includes(mediaPath) || !URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return pathname.startsWith(mediaPath)
    ? readPicturePath(pathname.slice(mediaPath.length))?.sha256
    : undefined
}

/** A kept picture, and the addresses by which records name the picture. */
interface ServedPicture {
  mimeType: string
  /** Without signature and expiry; one at least. */
  addresses: string[]
}

/** Finds the kept picture that an address of our own media route serves; undefined for any other address. */
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
