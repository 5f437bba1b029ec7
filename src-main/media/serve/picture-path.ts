import { type Recipe, readRecipe } from '../derive/recipe.ts'

/** Where the pictures are served, on every version alike. */
export const mediaPath = '/media/'

/** What a path below `/media/` names: a content, and what is made of it. */
export interface PicturePath {
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
 * The content that an address of our own media route names. Neither host nor signature matter: a service is reached by
 * several names, may come up on another port, and what it signed expires; the content is what its hash says it is.
 */
export function servedContent(url: string): string | undefined {
  if (!url.includes(mediaPath) || !URL.canParse(url)) return undefined
  const { pathname } = new URL(url)
  return pathname.startsWith(mediaPath)
    ? readPicturePath(pathname.slice(mediaPath.length))?.sha256
    : undefined
}
