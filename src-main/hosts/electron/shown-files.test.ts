import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createGrants } from '../../platform/face-session.ts'
import { temporaryDirectory } from '../../testing/temporary-workspace.ts'
import { shownFile } from './shown-files.ts'

const folder = temporaryDirectory()
const workspace = join(folder, 'workspace')
mkdirSync(join(workspace, 'media'), { recursive: true })
mkdirSync(join(folder, 'workspace-of-another'))
for (const name of ['workspace/media/a.webp', 'export.csv', 'private.txt', 'workspace-of-another/a'])
  writeFileSync(join(folder, name), '')
symlinkSync(join(folder, 'private.txt'), join(workspace, 'media/link'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const grants = createGrants()
const shown = (name: string): string | undefined => shownFile(join(folder, name), grants, workspace)

test.each(['workspace', 'workspace/media/a.webp', 'workspace/media/../media/a.webp'])(
  '%s is shown: it is the workspace, or in it',
  (name) => {
    expect(shown(name)).toBe(join(folder, name))
  },
)

test.each([
  'private.txt',
  'workspace/../private.txt',
  'workspace-of-another/a',
  'workspace/media/link',
  'workspace/media/missing',
  'export.csv',
  '.',
])('%s is not shown', (name) => {
  expect(shown(name)).toBeUndefined()
})

test('what the person chose is shown, and only that', () => {
  grants.grant(join(folder, 'export.csv'), 'export')
  expect(shown('export.csv')).toBe(join(folder, 'export.csv'))
  expect(shown('private.txt')).toBeUndefined()
})

test('while no workspace is open nothing of it is shown', () => {
  expect(shownFile(workspace, grants, undefined)).toBeUndefined()
  expect(shownFile('/etc/passwd', grants, undefined)).toBeUndefined()
})
