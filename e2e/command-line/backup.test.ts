import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openServices } from '../../src-main/testing/headless-services.ts'
import { desk, deskFails } from '../support/programs/desk.ts'

/** Backups from the command line: create, list, verify, restore. */
const folder = mkdtempSync(join(tmpdir(), 'desk-backup-'))
const data = join(folder, 'sandbox')
const to = join(folder, 'backups')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('lists, verifies and restores a backup', async () => {
  const services = await openServices(data)
  await services.workspace.startSandbox({ sample: true })
  await services.close()
  const made = JSON.parse(await desk('backup', '--to', to, '--json', '--data', data))
  const listed = JSON.parse(await desk('backup', '--list', '--to', to, '--json', '--data', data))
  expect(listed).toMatchObject([{ directory: made.directory, items: 282 }])
  expect(await desk('backup', '--verify', made.directory)).toBe('The backup is intact.\n')
  const restored = join(folder, 'restored')
  const restoredReport = JSON.parse(await desk('restore', made.directory, '--json', '--data', restored))
  expect(restoredReport).toMatchObject({
    backup: made.directory,
    directory: restored,
    items: 282,
    findings: [],
  })

  appendFileSync(join(made.directory, 'catalog.db'), 'x')
  const { code, stdout } = await deskFails('backup', '--verify', made.directory, '--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, findings: [expect.stringContaining('catalog.db')] })
})

test('reclaims the space of the database', async () => {
  const result = JSON.parse(await desk('reclaim', '--json', '--data', data))
  expect(result.gained).toBe(result.before - result.after)
  expect(await desk('reclaim', '--data', data)).toMatch(
    /^There was nothing to return\. The database file has [\d.]+ MB\.\n$/,
  )
})
