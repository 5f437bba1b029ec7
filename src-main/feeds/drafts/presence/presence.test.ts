import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../../../src-shared/rpc/changes.ts'
import { actAs } from '../../../platform/acting-person.ts'
import { systemClock } from '../../../platform/clock.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'
import { item } from '../fixtures/draft-room.ts'
import { createPresence } from './presence.ts'
import type { PresenceMessage, PresencePort } from './presence-port.ts'

let workspace: TemporaryWorkspace
let drafts: Drafts
const changes: Change[] = []
let now = 1_000_000
const clock = { ...systemClock, now: () => now }
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
  drafts = createDrafts(workspace)
  workspace.storage.changes.subscribe((batch) => changes.push(...batch.changes))
})
afterAll(async () => {
  drafts.close()
  await workspace.close()
})

/** Two hosts, connected as those of a team. */
function twoHosts() {
  const listeners: ((message: PresenceMessage) => void)[] = []
  const portOf = (host: number): PresencePort => ({
    publish: (message) => {
      for (const [index, listener] of listeners.entries()) if (index !== host) listener(message)
    },
    subscribe: (listener) => {
      listeners[host] = listener
      return () => undefined
    },
  })
  const hosts = [0, 1].map((host) =>
    createPresence({ storage: workspace.storage, port: portOf(host), clock }),
  )
  const [one, other] = hosts
  if (!one || !other) throw new Error('unreachable: there are two')
  const as = (name: string) => (work: () => void) => actAs({ name, role: 'author' }, work)
  const close = () => {
    for (const host of hosts) host.close()
  }
  return { one, other, ana: as('Ana'), bob: as('Bob'), close }
}
const newDraft = async () => {
  const { id } = await drafts.createDraft({ kind: 'create', values: [item(0), item(1)], name: 'Teas' })
  await drafts.editDraft({ id, label: 'Remove', edits: [{ do: 'remove', selection: { keys: [1] } }] })
  return id
}

test('tells who edits which item, on every host, and only changes of it', async () => {
  const { one, other, ana, bob, close } = twoHosts()
  const id = await newDraft()
  const seen = () => changes.filter(({ topic, ids }) => topic === 'presence' && ids?.[0] === id).length
  ana(() => one.say({ draft: id, key: 2, page: 'a' }))
  bob(() => other.say({ draft: id, page: 'b' }))
  const here = [{ name: 'Ana', item: { key: 2, position: 1 } }, { name: 'Bob' }]
  expect(await one.who({ id })).toEqual(here)
  expect(await other.who({ id })).toEqual(here)
  // The writer works in order: what was recorded before an edit is seen after it.
  const edit = (group: string) => drafts.editDraft({ id, label: 'Group', edits: [{ do: 'group', group }] })
  await edit('A')
  const before = seen()
  expect(before).toBeGreaterThanOrEqual(2)
  ana(() => one.say({ draft: id, key: 2, page: 'a' }))
  await edit('B')
  expect(seen()).toBe(before)
  bob(() => other.leave({ page: 'b' }))
  expect(await one.who({ id })).toEqual(here.slice(0, 1))
  close()
})

test('forgets a page that is silent, and an item that is removed', async () => {
  const { one, ana, bob, close } = twoHosts()
  const id = await newDraft()
  ana(() => one.say({ draft: id, key: 1, page: 'a' }))
  expect(await one.who({ id })).toEqual([{ name: 'Ana' }])
  now += 20_000
  bob(() => one.say({ draft: id, page: 'b' }))
  now += 15_000
  expect(await one.who({ id })).toEqual([{ name: 'Bob' }])
  close()
})

test('follows a page to another draft, and remembers nobody without a team', async () => {
  const { one, ana, close } = twoHosts()
  const [first, second] = [await newDraft(), await newDraft()]
  ana(() => one.say({ draft: first, page: 'a' }))
  ana(() => one.say({ draft: second, page: 'a' }))
  one.say({ draft: second, page: 'c' })
  expect(await one.who({ id: first })).toEqual([])
  expect(await one.who({ id: second })).toEqual([{ name: 'Ana' }])
  close()
})

test('remembers a thousand pages at most', async () => {
  const { one, ana, close } = twoHosts()
  const id = await newDraft()
  ana(() => one.say({ draft: id, page: 'a' }))
  const other = await newDraft()
  for (let number = 0; number < 1000; number++) ana(() => one.say({ draft: other, page: `p${number}` }))
  expect(await one.who({ id })).toEqual([])
  close()
})
