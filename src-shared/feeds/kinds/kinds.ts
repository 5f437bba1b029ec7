import { contentplus } from './contentplus.ts'
import { create } from './create.ts'
import type { Kind } from './kind.ts'
import type { PayloadName } from './payload.ts'
import { refresh } from './refresh.ts'
import { update } from './update.ts'

/** All feed kinds, by the name used in commands, files and the database. */
const all = { create, update, refresh, contentplus }

export type FeedKind = keyof typeof all
export const kinds: Readonly<Record<FeedKind, Kind>> = all
export const feedKinds = Object.keys(all) as [FeedKind, ...FeedKind[]]

/** Feed kinds with this payload. */
export const kindsOf = (payload: PayloadName): FeedKind[] =>
  feedKinds.filter((kind) => kinds[kind].payload.name === payload)

/** Feed kinds that accept items already in the catalog. */
export const kindsForExistingItems = feedKinds.filter((kind) => kinds[kind].ifPresent !== 'refused')
