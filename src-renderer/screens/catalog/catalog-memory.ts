/**
 * Screen settings of the catalog (src-shared/catalog/screen.ts), read from the workspace once per page load.
 * A change applies in this window immediately and is saved after a pause.
 */
import { useQuery } from '@tanstack/react-query'
import {
  type CatalogChoices,
  type CatalogPlace,
  catalogChoices,
  catalogPlace,
} from '../../../src-shared/catalog/screen.ts'
import type { ScreenSettings } from '../../../src-shared/workspace/settings.ts'
import { client, queryClient } from '../../rpc/client.ts'

/** Milliseconds without a change before the settings are saved. */
const saveDelayMilliseconds = 300

const keyOf = (part: keyof ScreenSettings) => ['screen memory', part]
// No component observes the position, and React Query deletes unobserved data after some minutes.
queryClient.setQueryDefaults(keyOf('catalogPlace'), { gcTime: Number.POSITIVE_INFINITY })

const initial: ScreenSettings = {
  catalogChoices: catalogChoices.parse({}),
  catalogPlace: catalogPlace.parse({}),
}

/**
 * Returns the default choices if the workspace cannot be read, so that the screen works without saved
 * settings.
 */
async function read(): Promise<CatalogChoices> {
  const saved = await client.workspace.screens().catch(() => initial)
  queryClient.setQueryData(keyOf('catalogPlace'), saved.catalogPlace)
  return saved.catalogChoices
}

let unsaved: Partial<ScreenSettings> = {}
let timer: ReturnType<typeof setTimeout> | undefined

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const parts = unsaved
  unsaved = {}
  // The disk is full or read-only: the choices then last until the window is closed.
  client.workspace.setScreens(parts).catch(() => {})
}

function remember<Part extends keyof ScreenSettings>(
  part: Part,
  change: Partial<ScreenSettings[Part]>,
): void {
  const before = queryClient.getQueryData<ScreenSettings[Part]>(keyOf(part)) ?? initial[part]
  const after = { ...before, ...change }
  queryClient.setQueryData(keyOf(part), after)
  unsaved = { ...unsaved, [part]: after }
  clearTimeout(timer)
  timer = setTimeout(write, saveDelayMilliseconds)
}

export const catalogChoicesQuery = {
  queryKey: keyOf('catalogChoices'),
  queryFn: read,
  gcTime: Number.POSITIVE_INFINITY,
  staleTime: Number.POSITIVE_INFINITY,
}

/** The saved choices; undefined until they are loaded. */
export const useCatalogChoices = (): CatalogChoices | undefined => useQuery(catalogChoicesQuery).data
/** The saved choices at this moment; components use `useCatalogChoices`. */
export const savedChoices = (): CatalogChoices =>
  queryClient.getQueryData<CatalogChoices>(keyOf('catalogChoices')) ?? initial.catalogChoices
export const changeChoices = (change: Partial<CatalogChoices>): void => remember('catalogChoices', change)

/** The saved position in the list. Read once when the screen opens; components do not subscribe to it. */
export const savedPlace = (): CatalogPlace =>
  queryClient.getQueryData<CatalogPlace>(keyOf('catalogPlace')) ?? initial.catalogPlace

/**
 * The last place on the catalog screen, if a page that opens with this query and item returns to it. A page
 * with a query of its own does not.
 * @param search query string of the address, such as `?q=oat`
 */
export function restoredPlace(search: string, itemId: string | undefined): CatalogPlace | undefined {
  const place = savedPlace()
  const hasPlace = place.address !== '' || (itemId === undefined && place.itemId !== undefined)
  return search === '' && hasPlace ? place : undefined
}
export const savePlace = (change: Partial<CatalogPlace>): void => remember('catalogPlace', change)
