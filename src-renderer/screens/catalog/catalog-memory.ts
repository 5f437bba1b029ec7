/**
 * What the screen remembers (src-shared/catalog/screen.ts), read from the workspace once a page. Changes count in this
 * window at once and are written when they rest.
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

/** Milliseconds without a change after which it is written. */
const restMilliseconds = 300

const keyOf = (part: keyof ScreenSettings) => ['screen memory', part]
// Nothing on screen follows the place, and what nothing follows would be forgotten after minutes.
queryClient.setQueryDefaults(keyOf('catalogPlace'), { gcTime: Number.POSITIVE_INFINITY })

const initial: ScreenSettings = {
  catalogChoices: catalogChoices.parse({}),
  catalogPlace: catalogPlace.parse({}),
}

/** A workspace that cannot be asked has the usual choices: the screen must work without its memory. */
async function read(): Promise<CatalogChoices> {
  const kept = await client.workspace.screens().catch(() => initial)
  queryClient.setQueryData(keyOf('catalogPlace'), kept.catalogPlace)
  return kept.catalogChoices
}

let unwritten: Partial<ScreenSettings> = {}
let timer: ReturnType<typeof setTimeout> | undefined

function write(): void {
  clearTimeout(timer)
  timer = undefined
  const parts = unwritten
  unwritten = {}
  // A full or read-only disk: the choices last as long as the window.
  client.workspace.setScreens(parts).catch(() => {})
}

function remember<Part extends keyof ScreenSettings>(
  part: Part,
  change: Partial<ScreenSettings[Part]>,
): void {
  const before = queryClient.getQueryData<ScreenSettings[Part]>(keyOf(part)) ?? initial[part]
  const after = { ...before, ...change }
  queryClient.setQueryData(keyOf(part), after)
  unwritten = { ...unwritten, [part]: after }
  clearTimeout(timer)
  timer = setTimeout(write, restMilliseconds)
}

/** The person's choices; undefined until they are read. */
export function useCatalogChoices(): CatalogChoices | undefined {
  const options = { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY }
  return useQuery({ queryKey: keyOf('catalogChoices'), queryFn: read, ...options }).data
}
export const changeChoices = (change: Partial<CatalogChoices>): void => remember('catalogChoices', change)

/** Where the person was; read when the screen is entered, as the list does not follow it. */
export const placeNow = (): CatalogPlace =>
  queryClient.getQueryData<CatalogPlace>(keyOf('catalogPlace')) ?? initial.catalogPlace
export const changePlace = (change: Partial<CatalogPlace>): void => remember('catalogPlace', change)
