import type { ApiVersion } from '../../../src-shared/api/endpoint.ts'
import type { imageParameters } from '../../../src-shared/api/item-parameters.ts'
import type { ParameterValues } from '../../../src-shared/api/read-parameters.ts'
import {
  bestForSide,
  derivedView,
  type EcommerceSide,
  facingOfCode,
  isScaleView,
} from '../../../src-shared/views.ts'
import { type Recipe, recipeMimeType, recipeWord } from '../derive/derive-picture.ts'
import type { KeptPicture } from '../keep/picture-store.ts'

/** The image parameters of a request, as received. */
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

/**
 * One `media/medium` of a response. Its file is served at `path`, below `/media/`: letters, digits, `._-/`.
 */
export type MediaEntry = Omit<StoredMedium, 'url'> & { path: string }

/** A record's medium whose file is stored. */
export interface HeldMedium extends StoredMedium {
  picture: KeptPicture
}

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/x-tga': 'tga',
}

/** Planogram pictures show one of the six sides of the package, and no scale. */
const isPlanogram = ({ view }: StoredMedium) => facingOfCode(view) !== undefined && !isScaleView(view)

/**
 * The media that a response lists for one item, by the image parameters of the request, without duplicates.
 * Without `ptga`, planogram pictures are listed in their own format. `esi` requests scale images, and
 * `allImg` pictures with any other code. Version 2.1 has no such parameters, so all those pictures are listed
 * with `pi`; otherwise a copy could not get them.
 */
export function mediaEntries(
  gtin14: string,
  held: readonly HeldMedium[],
  request: ImageRequest,
): MediaEntry[] {
  const entries = new Map<string, MediaEntry>()
  const add = (medium: HeldMedium, recipe: Recipe, view = medium.view): void => {
    const mimeType = recipeMimeType(recipe, medium.picture.mimeType)
    // Two planogram pictures of one view would get the same name; a derived view has a unique name.
    const edited = recipe.kind !== 'square' && medium.type === 'edited' ? 'EDITED_' : ''
    const name = `${gtin14}_${edited}${fileWord(view)}.${endings[mimeType] ?? 'bin'}`
    const path = `${medium.picture.sha256}/${recipeWord(recipe)}/${name}`
    const { type, imageSource, added, description } = medium
    if (!entries.has(path)) entries.set(path, { type, view, mimeType, imageSource, added, description, path })
  }

  const isV2 = request.version === 'v2'
  for (const medium of isV2 ? held.filter(isPlanogram) : held) {
    if (!wantsType(request.pi, medium.type)) continue
    add(medium, planogramRecipe(request))
  }
  const format = request.ef ?? 'jpg'
  const addSquare = (medium: HeldMedium, size: number): void =>
    add(
      { ...medium, type: 'edited' },
      { kind: 'square', size, format, ppi: request.eip },
      derivedView(medium.view, size),
    )
  const sides: [EcommerceSide, number[] | undefined][] = [
    ['front', request.epf],
    ['left', request.epl],
    ['right', request.epr],
  ]
  for (const [side, sizes = []] of sides) {
    const medium = bestForSide(held, side)
    if (medium) for (const size of sizes) addSquare(medium, size)
  }
  for (const size of request.ep ?? []) {
    for (const medium of onePerView(held.filter(isPlanogram))) addSquare(medium, size)
  }
  if (isV2) {
    for (const medium of held) if (isAdditional(medium, request)) add(medium, { kind: 'original' })
  }
  return [...entries.values()]
}

/**
 * The media of a record whose pictures are not stored, and that a response lists by the record's own
 * addresses: only those requested unchanged, because nothing can be derived from them here.
 */
export function namedMedia(media: readonly StoredMedium[], request: ImageRequest): StoredMedium[] {
  const isV2 = request.version === 'v2'
  const isAsItIs = planogramRecipe(request).kind === 'original'
  return media.filter(
    (medium) =>
      /^https?:\/\//i.test(medium.url) &&
      ((isAsItIs && (!isV2 || isPlanogram(medium)) && wantsType(request.pi, medium.type)) ||
        (isV2 && isAdditional(medium, request))),
  )
}

const isAdditional = (medium: StoredMedium, { allImg, esi }: ImageRequest): boolean =>
  allImg === 'Y' || (esi === true && isScaleView(medium.view))

function wantsType(pi: ImageRequest['pi'], type: string): boolean {
  if (pi === 'b') return true
  if (pi === 'o') return type !== 'edited'
  return (pi === 'c' || pi === 'e') && type === 'edited'
}

function planogramRecipe({ ptga, pip }: ImageRequest): Recipe {
  if (ptga === 50 || ptga === 100) return { kind: 'tga', kilobytes: ptga, ppi: pip }
  return pip === undefined ? { kind: 'original' } : { kind: 'planogram', ppi: pip }
}

/** An edited picture, without its background, is better for a shop. */
const editedFirst = (held: readonly HeldMedium[]) =>
  held.toSorted((left, right) => Number(right.type === 'edited') - Number(left.type === 'edited'))

function onePerView(held: readonly HeldMedium[]): HeldMedium[] {
  const views = new Map<string, HeldMedium>()
  for (const medium of editedFirst(held)) if (!views.has(medium.view)) views.set(medium.view, medium)
  return [...views.values()]
}

/** A view code as part of a path: foreign codes may contain any character. */
const fileWord = (view: string) => view.replace(/[^A-Za-z0-9_-]/g, '-') || 'view'
