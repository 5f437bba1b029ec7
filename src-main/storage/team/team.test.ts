import type { AddressInfo } from 'node:net'
import { connect as connectTo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { item } from '../../feeds/drafts/fixtures/draft-room.ts'
import { createDrafts } from '../../feeds/drafts/index.ts'
import { teamDatabases } from '../../testing/team-database.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  temporaryDirectory,
  threadEntry,
} from '../../testing/temporary-workspace.ts'
import { openDatabase } from '../open-database.ts'
import { openWorkspaceSettings } from '../settings.ts'
import { databaseFile } from '../storage.ts'
import { leaveTeam } from './membership.ts'
import { openRowChanges } from './row-changes.ts'
import { localTables, sharedTables } from './shared-tables.ts'
import { connectToTeam } from './team-database.ts'

const databases = teamDatabases()
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A host of a team: a workspace with its drafts. */
async function host(url?: string) {
  const workspace = await openTemporaryWorkspace({ team: url === undefined ? undefined : { url } })
  return roomsOf(workspace)
}
function roomsOf(workspace: TemporaryWorkspace) {
  const drafts = createDrafts(workspace)
  opened.push(async () => {
    drafts.close()
    await workspace.close()
  })
  const titles = async (id: string) =>
    (
      await drafts.draftRows({ id, selection: {}, offset: 0, limit: 200, columns: ['ecommerceTitle'] })
    ).rows.map(({ cells }) => cells[0])
  return {
    workspace,
    drafts,
    titles,
    settings: openWorkspaceSettings(workspace.storage),
    begin: (...numbers: number[]) =>
      drafts.createDraft({ kind: 'create', values: numbers.map((number) => item(number)), name: 'Teas' }),
    rename: (id: string, key: number, value: string) =>
      drafts.editDraft({
        id,
        label: 'Title',
        edits: [{ do: 'cells', cells: [{ key, column: 'ecommerceTitle', value }] }],
      }),
  }
}
type Host = Awaited<ReturnType<typeof host>>

/** All shared rows of a workspace. */
function sharedRows({ workspace }: Host): unknown[] {
  const db = openDatabase(workspace.storage.path)
  try {
    const rows = openRowChanges(db)
    return rows.images(rows.all())
  } finally {
    db.close()
  }
}
const soon = { timeout: 60_000, interval: 50 }
const same = (one: Host, other: Host) =>
  vi.waitFor(() => expect(sharedRows(other)).toEqual(sharedRows(one)), soon)

/** Passes connections on to a database, and cuts them on request. */
async function openLine(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let cutsAnswer = false
  let isDown = false
  const server: Server = createServer((client) => {
    if (isDown) return void client.destroy()
    const database = connectTo(Number(port), hostname)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database)
    database.on('data', (data) => {
      if (!cutsAnswer) return void client.write(data)
      cutsAnswer = false
      client.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  opened.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: through.href,
    /** The next answer of the database is lost, with its connection. */
    loseNextAnswer: () => {
      cutsAnswer = true
    },
    down: () => {
      isDown = true
      for (const socket of sockets) socket.destroy()
    },
    up: () => {
      isDown = false
    },
  }
}

test('every table is either shared or not', async () => {
  const { workspace } = await host()
  const db = openDatabase(workspace.storage.path, { readonly: true })
  const tables = db
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all()
  db.close()
  expect(tables.toSorted()).toEqual([...Object.keys(sharedTables), ...localTables].toSorted())
})

describe('two hosts of a team', () => {
  test('what one writes is at the other, and published there; settings of a computer stay', async () => {
    const url = await databases.create()
    const [one, other] = [await host(url), await host(url)]
    const heard = new Set<string>()
    other.workspace.storage.changes.subscribe(({ changes }) => {
      for (const { topic } of changes) heard.add(topic)
    })
    await one.settings.write({ role: 'sandbox', evidence: 'background' })
    const { id } = await one.begin(1, 2)
    await vi.waitFor(async () => expect(await other.titles(id)).toEqual(['Green tea 1', 'Green tea 2']), soon)
    expect(await other.settings.read()).toMatchObject({ role: 'sandbox', evidence: 'on-demand' })
    expect([...heard]).toEqual(expect.arrayContaining(['workspace', 'drafts']))
    await other.drafts.deleteDraft({ id })
    await same(other, one)
  })

  test('lose no write when both write at once, and end up the same', async () => {
    const url = await databases.create()
    const hosts = [await host(url), await host(url)] as const
    const { id } = await hosts[0].begin(...Array.from({ length: 10 }, (_, index) => index))
    await vi.waitFor(async () => expect(await hosts[1].titles(id)).toHaveLength(10), soon)
    // Each host renames its own items and makes drafts of its own, at the same time.
    await Promise.all(
      hosts.flatMap((one, index) =>
        Array.from({ length: 5 }, async (_, number) => {
          await one.rename(id, 2 * number + index + 1, `By host ${index}`)
          await one.begin(20 + number)
        }),
      ),
    )
    await same(...hosts)
    expect(await hosts[0].titles(id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `By host ${index % 2}`),
    )
    expect((await hosts[1].drafts.drafts({ offset: 0, limit: 200 })).total).toBe(11)
  })

  test('only one may send, and another one when that has ended', async () => {
    const url = await databases.create()
    const [one, other] = [await host(url), await host(url)]
    const maySend = ({ workspace }: Host) => workspace.storage.team?.maySend()
    await vi.waitFor(async () => expect(await maySend(one)).toBe(true), soon)
    expect(await maySend(other)).toBe(false)
    await one.workspace.storage.team?.close()
    await vi.waitFor(async () => expect(await maySend(other)).toBe(true), soon)
  })

  test('tell one another what none of them stores', async () => {
    const url = await databases.create()
    const [one, other] = [await host(url), await host(url)]
    const heard: unknown[] = []
    other.workspace.storage.team?.listen((word) => heard.push(word))
    await vi.waitFor(() => {
      one.workspace.storage.team?.tell({ who: 'ana' })
      expect(heard).toContainEqual({ who: 'ana' })
    }, soon)
  })
})

describe('without the database', () => {
  test('nothing is written, and everything can be read; afterwards all goes on', async () => {
    const url = await databases.create()
    const line = await openLine(url)
    const [one, other] = [await host(line.url), await host(url)]
    const { id } = await one.begin(1)
    line.down()
    await vi.waitFor(() => expect(one.workspace.storage.team?.trouble()).toContain('cannot be reached'), soon)
    await expect(one.begin(2)).rejects.toMatchObject({ code: 'TEAM_UNREACHABLE' })
    expect(await one.titles(id)).toEqual(['Green tea 1'])
    await other.rename(id, 1, 'Renamed meanwhile')
    await one.workspace.reopen()
    const again = roomsOf(one.workspace)
    opened.pop()
    expect(await again.titles(id)).toEqual(['Green tea 1'])
    line.up()
    await vi.waitFor(async () => expect(await again.titles(id)).toEqual(['Renamed meanwhile']), soon)
    await again.begin(3)
    await same(again, other)
  })

  test('a write whose answer is lost is made once', async () => {
    const url = await databases.create()
    const line = await openLine(url)
    const [one, other] = [await host(line.url), await host(url)]
    await one.begin(1)
    for (let round = 0; round < 3; round++) {
      line.loseNextAnswer()
      await one.begin(2)
    }
    expect((await one.drafts.drafts({ offset: 0, limit: 200 })).total).toBe(4)
    await same(one, other)
  })
})

describe('joining and leaving', () => {
  test('a workspace brings what it has, and takes it along when it leaves', async () => {
    const url = await databases.create()
    const alone = await host()
    const { id } = await alone.begin(1, 2, 3)
    const { directory, storage } = alone.workspace
    await storage.close()
    const joined = await openTemporaryWorkspace({ team: { url } }, directory)
    opened.push(() => joined.storage.close())
    const other = await host(url)
    expect(await other.titles(id)).toHaveLength(3)
    await other.rename(id, 2, 'Renamed by the other')
    await other.workspace.storage.close()
    await joined.storage.close()
    const counts = leaveTeam({ path: joined.storage.path, thread: threadEntry, address: { url } })
    expect(counts).toMatchObject({ draft: 1, draft_item: 3 })
    const left = await openTemporaryWorkspace({}, directory)
    opened.push(() => left.storage.close())
    expect(await roomsOf({ ...left, close: async () => undefined }).titles(id)).toContain(
      'Renamed by the other',
    )
  })

  test('a copy is a workspace of its own', async () => {
    const one = await host(await databases.create())
    const { id } = await one.begin(1)
    const directory = temporaryDirectory()
    await one.workspace.storage.copyTo(join(directory, databaseFile))
    const copy = await openTemporaryWorkspace({}, directory)
    expect(await roomsOf(copy).titles(id)).toEqual(['Green tea 1'])
  })

  test('a workspace of a team is not opened without it', async () => {
    const one = await host(await databases.create())
    const { directory, storage } = one.workspace
    await storage.close()
    await expect(openTemporaryWorkspace({}, directory)).rejects.toMatchObject({ code: 'TEAM_MISSING' })
    const url = await databases.create()
    await expect(openTemporaryWorkspace({ team: { url } }, directory)).rejects.toMatchObject({
      code: 'TEAM_OTHER',
    })
  })

  test('drafts of two workspaces are not mixed', async () => {
    const url = await databases.create()
    await (await host(url)).begin(1)
    const alone = await host()
    await alone.begin(2)
    await alone.workspace.storage.close()
    await expect(openTemporaryWorkspace({ team: { url } }, alone.workspace.directory)).rejects.toMatchObject({
      code: 'TEAM_BOTH',
    })
  })

  test('a database that was set back is not followed', async () => {
    const url = await databases.create()
    const one = await host(url)
    await one.begin(1)
    await one.workspace.storage.close()
    const client = await connectToTeam({ url })
    await client.query('UPDATE catalog_desk.team SET number = 0')
    await client.end()
    await expect(openTemporaryWorkspace({ team: { url } }, one.workspace.directory)).rejects.toMatchObject({
      code: 'TEAM_OTHER',
      message: expect.stringContaining('older'),
    })
  })
})
