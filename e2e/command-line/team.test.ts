import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { teamDatabases } from '../../src-main/testing/team-database.ts'
import { desk, deskFails, startDesk } from '../support/programs/desk.ts'
import { enter } from '../support/rpc.ts'

/** A workspace of a team: the commands as typed, with a real PostgreSQL. */
const folder = mkdtempSync(join(tmpdir(), 'desk-team-'))
const databases = teamDatabases()
const ownServers: string[] = []
afterAll(() => {
  for (const path of [folder, ...ownServers]) rmSync(path, { recursive: true, force: true })
})
const json = async (...args: string[]) => JSON.parse(await desk(...args, '--json'))

async function begin(data: string, name: string): Promise<void> {
  const running = await startDesk('--data', data)
  const { calls } = await enter(running.ui)
  await calls.feeds.createDraft({ kind: 'create', name })
  await running.stop()
}
async function drafts(data: string): Promise<string[]> {
  const running = await startDesk('--data', data)
  const { calls } = await enter(running.ui)
  const list = await calls.feeds.drafts({ offset: 0, limit: 200 })
  await running.stop()
  return list.drafts.map(({ name }) => name).toSorted()
}

test('two workspaces share drafts in a database, and one leaves with them', async () => {
  const url = await databases.create()
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  await begin(one, 'Before')
  expect(await json('team', 'join', url, '--data', one)).toMatchObject({ rows: { draft: 1 } })
  // The password is not in a file that anybody could read as text.
  expect(readFileSync(join(one, 'team.json'), 'utf8')).not.toContain(new URL(url).password)
  await desk('team', 'join', url, '--data', other)
  await begin(other, 'Of the other')
  expect(await drafts(one)).toEqual(['Before', 'Of the other'])
  const status = await desk('team', 'status', '--data', other)
  expect(await json('team', 'status', '--data', other)).toMatchObject({ rows: { draft: 2 } })
  expect(status).toContain('2 drafts, 0 feeds')
  expect(status).not.toContain(new URL(url).password)

  const left = await desk('team', 'leave', '--data', other)
  expect(left).toContain('2 drafts')
  await begin(other, 'Alone')
  expect(await drafts(other)).toEqual(['Alone', 'Before', 'Of the other'])
  expect(await drafts(one)).toEqual(['Before', 'Of the other'])
  expect((await deskFails('team', 'status', '--data', other)).stderr).toContain('belongs to no team')
  expect((await deskFails('team', 'join', url, '--data', other)).stderr).toContain('so has the team')
}, 240_000)

test('without an address, the program starts a database of its own', async () => {
  const data = join(folder, 'own')
  const { database } = await json('team', 'join', '--data', data)
  const place: { folder: string } = JSON.parse(readFileSync(join(data, 'team.json'), 'utf8'))
  ownServers.push(place.folder)
  expect(database).toContain(place.folder)
  await begin(data, 'Kept')
  expect(await json('team', 'leave', '--data', data)).toMatchObject({ rows: { draft: 1 } })
  expect(existsSync(join(data, 'team.json'))).toBe(false)
  expect((await deskFails('team', 'join', 'mysql://127.0.0.1/x', '--data', data)).stderr).toContain(
    'postgres://',
  )
}, 240_000)
