import { selectionOf } from '../../../src-shared/quality/model.ts'
import { writeCatalogQuery } from '../catalog/catalog-address.ts'

/** State of the screen in its URL: all figures, or the items of one, by a profile. */
interface QualityQuery {
  figure?: string | undefined
  /** Absent for the default profile. */
  profileId?: string | undefined
  page?: number
}

export const qualityHref = ({ figure, profileId, page = 1 }: QualityQuery): string => {
  const parameters = new URLSearchParams()
  if (profileId !== undefined) parameters.set('profile', profileId)
  if (figure !== undefined) parameters.set('of', figure)
  if (page > 1) parameters.set('page', String(page))
  return parameters.size === 0 ? '/quality' : `/quality?${parameters}`
}

/**
 * URL of the items of a figure (src-shared/quality/model.ts): in the catalog, or in a list of this screen.
 */
export const figureHref = (figure: string, profileId: string | undefined): string => {
  const selection = selectionOf(figure)
  return selection ? `/catalog${writeCatalogQuery({ selection })}` : qualityHref({ figure, profileId })
}

export function readQualityUrl(search: string): QualityQuery & { page: number } {
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page'))
  return {
    figure: parameters.get('of') ?? undefined,
    profileId: parameters.get('profile') ?? undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}
