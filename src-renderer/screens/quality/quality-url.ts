/** Figures that a search of the catalog expresses exactly. */
const inCatalog: Record<string, string> = {
  'finding:no-picture': '/catalog?missing=image',
  'finding:not-listed': '/catalog?listed=no',
}

/** The address of the items behind a figure (src-shared/quality/model.ts): of the catalog, or of a list here. */
export const figureHref = (figure: string, page = 1): string => {
  const search = inCatalog[figure]
  if (search !== undefined) return search
  const parameters = new URLSearchParams({ of: figure })
  if (page > 1) parameters.set('page', String(page))
  return `/quality?${parameters}`
}

/** What an address shows: the items behind a figure, or the whole screen. */
export function readQualityUrl(search: string): { figure: string | undefined; page: number } {
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page'))
  return {
    figure: parameters.get('of') ?? undefined,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}
