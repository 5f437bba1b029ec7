/** The filters of the panel: the list of counts that each one shows and the selection filter that it sets. */

import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type {
  CatalogFacets,
  CatalogSelection,
  CategoryFacetValue,
} from '../../../../src-shared/catalog/model.ts'
import { noCategory } from '../../../../src-shared/catalog/model.ts'
import { findingKinds } from '../../../../src-shared/evidence/model.ts'
import { viewName } from '../../../../src-shared/views.ts'
import { rpc } from '../../../rpc/client.ts'
import { said } from '../../../texts/translate-message.ts'
import type { TermName } from '../../../ui/overlays/terms.ts'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { findingWords } from '../../evidence/finding-words.ts'
import type { ListFilter } from '../catalog-address.ts'

type FacetList = {
  [Name in keyof CatalogFacets]: CatalogFacets[Name] extends CategoryFacetValue[] ? Name : never
}[keyof CatalogFacets]

export interface FacetKind {
  list: FacetList | 'categories'
  filter: ListFilter
  label: string
  plural: string
  /** Term explained next to the label. */
  term?: TermName
  /** Collapsed by default, for less common filters. */
  isFolded?: boolean
  /** The values are scores by the default profile. */
  isByScore?: boolean
}

export const facetKinds: readonly FacetKind[] = [
  { list: 'categories', filter: 'categoryIds', label: t`Category`, plural: t`categories`, term: 'category' },
  { list: 'brands', filter: 'brandIds', label: t`Brand`, plural: t`brands` },
  {
    list: 'completeness',
    filter: 'completeness',
    label: t`Completeness`,
    plural: t`shares`,
    term: 'requirement profile',
    isByScore: true,
  },
  {
    list: 'missing',
    filter: 'missing',
    label: t`Missing`,
    plural: t`facts`,
    term: 'basic facts',
    isFolded: true,
  },
  {
    list: 'manufacturers',
    filter: 'manufacturerIds',
    label: t`Manufacturer`,
    plural: t`manufacturers`,
    isFolded: true,
  },
  {
    list: 'packageTypes',
    filter: 'packageTypes',
    label: t`Package`,
    plural: t`kinds of package`,
    isFolded: true,
  },
  {
    list: 'allergens',
    filter: 'allergens',
    label: t`Allergens`,
    plural: t`allergens`,
    term: 'allergens',
    isFolded: true,
  },
  {
    list: 'views',
    filter: 'views',
    label: t`Pictures`,
    plural: t`views`,
    term: 'view code',
    isFolded: true,
  },
  {
    list: 'findings',
    filter: 'findings',
    label: t`Picture check`,
    plural: t`findings`,
    isFolded: true,
  },
  {
    list: 'statuses',
    filter: 'statuses',
    label: t`Status`,
    plural: t`states`,
    term: 'status',
    isFolded: true,
  },
  { list: 'changedIn', filter: 'changedIn', label: t`Changed in`, plural: t`runs`, isFolded: true },
]

/** The checkboxes in the State section. */
export const facetFlags = [
  { flag: 'notListed', label: t`No longer listed` },
  { flag: 'inDraft', label: t`In a draft` },
  { flag: 'inOutbox', label: t`In a feed on its way` },
] as const

/** Poll interval in milliseconds while counts are being computed. */
const recountMilliseconds = 200

export interface ShownFacets {
  /** Undefined until the first response. */
  facets: CatalogFacets | undefined
  isCounting: boolean
  /** From 0 to 1, while counting. */
  progress: number
  /** Set if counting failed: the error and a function that retries. */
  failure: { error: unknown; retry: () => void } | undefined
}

/** Milliseconds after the last keystroke before counting starts, so that the rows are fetched first. */
const typingRest = 200

/** The counts of a selection. The previous counts are shown until they are loaded. */
export function useFacets(selection: CatalogSelection, enabled: boolean): ShownFacets {
  'use memo'
  const text = useDebounced(selection.text, typingRest)
  const { data, isPlaceholderData, error, isFetching, refetch } = useQuery(
    rpc.catalog.facets.queryOptions({
      input: { ...selection, text },
      enabled: enabled && text === selection.text,
      placeholderData: keepPreviousData,
      select: inLanguage,
      refetchInterval: ({ state }) => (state.data?.state === 'counting' ? recountMilliseconds : false),
    }),
  )
  const counts = data?.state === 'counting'
  const failed = error !== null && !isFetching && (data === undefined || isPlaceholderData)
  return {
    failure: failed ? { error, retry: () => void refetch() } : undefined,
    facets: counts ? undefined : data,
    isCounting: !failed && (counts || data === undefined || isPlaceholderData || text !== selection.text),
    progress: counts ? data.progress : 0,
  }
}

/** Filter value for items without a picture. */
const noView = 'none'

/** The lists whose values are terms of the program and are translated, not data of the catalog. */
const wordLists = ['statuses', 'completeness', 'missing', 'allergens'] as const

function inLanguage(facets: CatalogFacets): CatalogFacets {
  const words = Object.fromEntries(
    wordLists.map((list) => [list, facets[list].map((value) => ({ ...value, name: said(value.name) }))]),
  )
  const categories = facets.categories.map((value) =>
    value.id === noCategory ? { ...value, name: said(value.name) } : value,
  )
  const views = facets.views.map((value) => ({
    ...value,
    name: value.id === noView ? said(value.name) : viewName(value.id),
  }))
  const findings = facets.findings.map((value) => ({ ...value, name: findingName(value.id) }))
  return { ...facets, ...words, categories, views, findings }
}

function findingName(id: string): string {
  const kind = findingKinds.find((one) => one === id)
  return kind ? findingWords[kind].group : id
}

/** The name of a value in the counts, or a fallback. */
export const valueName = (facets: CatalogFacets | undefined, kind: FacetKind, id: string): string =>
  facets?.[kind.list]?.find((value) => value.id === id)?.name ?? unknownName(kind, id)

/** The name of a chosen value that no item has, or that is not loaded yet. */
function unknownName({ list }: FacetKind, id: string): string {
  if (list === 'categories' && id === noCategory) return t`No category`
  if (list === 'findings') return findingName(id)
  return list === 'views' && id !== noView ? viewName(id) : id
}
