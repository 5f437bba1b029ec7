import { contentPlusPayload } from './content-plus-payload.ts'
import { contentplus } from './contentplus.ts'
import { create } from './create.ts'
import { itemPayload } from './item-payload.ts'
import type { Kind } from './kind.ts'
import type { Payload, PayloadName } from './payload.ts'
import { refresh } from './refresh.ts'
import { update } from './update.ts'

/** All feed kinds, by the name used in commands, files and the database. */
const all = { create, update, refresh, contentplus }

export type FeedKind = keyof typeof all
export const kinds: Readonly<Record<FeedKind, Kind>> = all
export const feedKinds = Object.keys(all) as [FeedKind, ...FeedKind[]]

/** The payloads of feeds, by name. */
export const payloads: Readonly<Record<PayloadName, Payload>> = {
  items: itemPayload,
  contentplus: contentPlusPayload,
}

/** Feed kinds with this payload. */
export const kindsOf = (payload: PayloadName): FeedKind[] =>
  feedKinds.filter((kind) => kinds[kind].payload.name === payload)

/** Feed kinds that accept items already in the catalog. */
export const kindsForExistingItems = feedKinds.filter((kind) => kinds[kind].ifPresent !== 'refused')
