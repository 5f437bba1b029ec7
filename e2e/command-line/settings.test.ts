import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { desk, deskFails } from '../support/programs/desk.ts'

/** Settings from the command line: export, import. */
const folder = mkdtempSync(join(tmpdir(), 'desk-settings-'))
const data = join(folder, 'workspace')
const file = join(folder, 'settings.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('exports the settings to a file, and imports the changed file', async () => {
  expect(await desk('settings', 'export', '--to', file, '--data', data)).toMatch(
    /^Wrote the settings to .+\. Not in it:\n- /,
  )
  const again = await deskFails('settings', 'export', '--to', file, '--data', data)
  expect(again.stderr).toMatch(/exists already and was not changed/)

  const settings = JSON.parse(readFileSync(file, 'utf8'))
  settings.settings.workspace.localApi.port = 9123
  settings.settings.workspace.color = 'blue'
  writeFileSync(file, JSON.stringify(settings))
  const asked = await deskFails('settings', 'import', file, '--data', data)
  expect(asked.stderr).toMatch(
    /^Local API, Port: 8642 -> 9123\n.*color is not used.*\nNothing was changed\. Add --yes/s,
  )
  expect(JSON.parse(await desk('settings', 'export', '--data', data)).settings.workspace.localApi.port).toBe(
    8642,
  )

  // A file of settings that are all known is imported with success.
  const known = join(folder, 'known.json')
  const { color: _unknown, ...workspace } = settings.settings.workspace
  writeFileSync(known, JSON.stringify({ ...settings, settings: { ...settings.settings, workspace } }))
  const one = await desk('settings', 'import', known, '--yes', '--json', '--data', data)
  expect(JSON.parse(one)).toMatchObject({ changed: 1, refused: [] })

  settings.settings.workspace.localApi.port = 9124
  writeFileSync(file, JSON.stringify(settings))
  const imported = await deskFails('settings', 'import', file, '--yes', '--json', '--data', data)
  expect(imported.code).toBe(1)
  expect(JSON.parse(imported.stdout)).toMatchObject({
    changed: 1,
    refused: [expect.stringContaining('color')],
  })
  const after = JSON.parse(await desk('settings', 'export', '--json', '--data', data))
  expect(after.settings.workspace.localApi.port).toBe(9124)

  writeFileSync(file, 'not settings')
  const refused = await deskFails('settings', 'import', file, '--yes', '--data', data)
  expect(refused.stderr).toMatch(/^This is no file of settings of Catalog Desk\./)
})
