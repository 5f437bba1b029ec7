import type { presenceContract } from '../../../../src-shared/feeds/presence/contract.ts'
import { absence, beat, type Present } from '../../../../src-shared/feeds/presence/model.ts'
import type { Room } from '../../../../src-shared/rpc/procedure.ts'
import { actingPerson } from '../../../platform/acting-person.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Storage } from '../../../storage/index.ts'
import { noOtherHosts, type PresenceMessage, type PresencePort } from './presence-port.ts'
import { presenceReader, presenceWriter } from './presence-stores.ts'

export type Presence = ReturnType<typeof createPresence>

interface PresenceOptions {
  storage: Storage
  /** Connects the other hosts of the team; there are none if absent. */
  port?: PresencePort
  clock?: Clock
}

/** Limit of pages that are remembered; another one replaces the page that was silent for the longest time. */
const maxPages = 1000

interface Place {
  person: string
  draft: string
  key: number | undefined
  until: number
}

/** Who has which draft open. Held in memory: it is lost with the program, and said again within seconds. */
export function createPresence({ storage, port = noOtherHosts, clock = systemClock }: PresenceOptions) {
  const reader = storage.reader(presenceReader)
  const writer = storage.writer(presenceWriter)
  /** By person and page, the longest silent first. */
  const places = new Map<string, Place>()
  let timer: NodeJS.Timeout | undefined

  /** Tells the pages. A workspace that cannot be written shows no changes of presence. */
  const changed = (...drafts: (string | undefined)[]): void => {
    for (const draft of new Set(drafts)) if (draft !== undefined) writer.changed(draft).catch(() => undefined)
  }
  /** Forgets pages that have been silent for too long. */
  const sweep = (): void => {
    for (const [page, { draft, until }] of places)
      if (until <= clock.now() || places.size > maxPages) {
        places.delete(page)
        changed(draft)
      }
    clearTimeout(timer)
    if (places.size > 0) timer = setTimeout(sweep, beat).unref()
  }
  const receive = ({ person, page, at }: PresenceMessage): void => {
    const name = `${person}\0${page}`
    const before = places.get(name)
    places.delete(name)
    if (at) places.set(name, { person, draft: at.draft, key: at.key, until: clock.now() + absence })
    if (before?.draft !== at?.draft || before?.key !== at?.key) changed(before?.draft, at?.draft)
    sweep()
  }
  const say = (message: Omit<PresenceMessage, 'person'>): void => {
    const person = actingPerson()
    if (!person) return
    const complete = { ...message, person: person.name }
    receive(complete)
    port.publish(complete)
  }
  const unsubscribe = port.subscribe(receive)

  return {
    say: ({ draft, key, page }) => say({ page, at: { draft, ...(key !== undefined && { key }) } }),
    leave: ({ page }) => say({ page }),
    async who({ id }): Promise<Present[]> {
      sweep()
      const here = [...places.values()].filter(({ draft }) => draft === id)
      const keys = [...new Set(here.flatMap(({ key }) => key ?? []))]
      const positions = keys.length > 0 ? await reader.positions(id, keys) : new Map<number, number>()
      const found = new Map<string, Present>()
      for (const { person: name, key } of here) {
        const position = key === undefined ? undefined : positions.get(key)
        const item = key !== undefined && position !== undefined ? { item: { key, position } } : {}
        found.set(`${name} ${position ?? ''}`, { name, ...item })
      }
      return [...found.values()].sort((one, other) => one.name.localeCompare(other.name))
    },
    close(): void {
      clearTimeout(timer)
      unsubscribe()
    },
  } satisfies Room<typeof presenceContract>
}
