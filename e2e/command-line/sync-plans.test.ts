import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultyUpstream, startFaultyUpstream } from '../../src-main/testing/faulty-upstream.ts'
import { type SandboxService, startSandboxService } from '../../src-main/testing/sandbox-service.ts'
import { desk, deskFails } from '../support/programs/desk.ts'

/** The sync plans on the command line, and the quarantine. */
const folder = mkdtempSync(join(tmpdir(), 'desk-plans-'))
const data = join(folder, 'copy')
let sandbox: SandboxService
let service: FaultyUpstream
beforeAll(async () => {
  sandbox = await startSandboxService()
  await sandbox.putItems(1, 41)
  service = await startFaultyUpstream(sandbox.address)
  const { username, password } = sandbox.credentials
  await desk('connect', service.address, '--username', username, '--password', password, '--data', data)
})
afterAll(async () => {
  await service.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const sync = async (...options: string[]) =>
  JSON.parse(await desk('sync', '--json', '--data', data, ...options))

test('syncs by brand, by manufacturer, by a file of codes, verified, and in full', {
  timeout: 120_000,
}, async () => {
  expect(await sync('--brand', 'b1')).toMatchObject({ kind: 'brand', outcome: 'completed', itemsNew: 20 })
  expect(await sync('--manufacturer', 'm1')).toMatchObject({
    kind: 'manufacturer',
    plan: { scope: 'manufacturer', ids: ['m1'] },
    outcome: 'completed',
  })
  const codes = join(folder, 'codes.csv')
  writeFileSync(codes, '# codes\n00000000000003,Tea\n00000000000004\n99999999999999\n')
  const listed = await sync('--gtins', codes, '--profile', 'listing')
  expect(listed).toMatchObject({ kind: 'gtins', plan: { profile: 'listing' }, itemsDone: 2 })
  expect(listed.note).toContain('99999999999999')
  expect(await sync('--verified')).toMatchObject({ kind: 'verified', itemsDone: 0 })
  expect(await desk('status', '--data', data)).toContain('The copy has never been complete.')
  expect(await sync('--full')).toMatchObject({ kind: 'full', items: 40, itemsNotSeen: 0 })
  expect(await desk('status', '--data', data)).toMatch(/The copy is complete up to \d{4}-\d\d-\d\dT.+Z\./)
})

test('refuses options that exclude each other', async () => {
  const { stderr } = await deskFails('sync', '--full', '--brand', 'b1', '--data', data)
  expect(stderr).toMatch(/--full and --brand exclude one another/)
  expect((await deskFails('sync', '--gtins', join(folder, 'nowhere'), '--data', data)).stderr).toMatch(
    /cannot be read/,
  )
})

test('lists, shows and retries a page that cannot be parsed', async () => {
  service.fail(
    { kind: 'rewrite', rewrite: (body) => body.toString().replace('flakes 7</name>', 'flakes 7') },
    { times: Number.POSITIVE_INFINITY },
  )
  expect(await sync('--full')).toMatchObject({ outcome: 'completed', setAside: 1, quarantined: 1 })
  const [page] = JSON.parse(await desk('quarantine', '--json', '--data', data))
  expect(page).toMatchObject({ itemIds: ['7'] })
  expect(await desk('quarantine', String(page.id), '--data', data)).toContain('Oat flakes 7')
  service.heal()
  expect(await desk('quarantine', '--retry', '--data', data)).toContain('1 item')
  expect(await desk('quarantine', '--data', data)).toContain('Nothing is in quarantine')

  service.fail(
    { kind: 'rewrite', rewrite: (body) => body.toString().replace('flakes 8</name>', 'flakes 8') },
    { times: Number.POSITIVE_INFINITY },
  )
  await sync('--full')
  service.heal()
  const [remaining, ...others] = JSON.parse(await desk('quarantine', '--json', '--data', data))
  expect(remaining).toMatchObject({ itemIds: ['8'] })
  const dropped = await desk('quarantine', String(remaining.id), '--drop', '--json', '--data', data)
  expect(JSON.parse(dropped)).toEqual(others)
})
