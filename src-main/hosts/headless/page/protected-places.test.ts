import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseFile } from '../../../storage/index.ts'
import { temporaryDirectory } from '../../../testing/temporary-workspace.ts'
import { readList, requirePlaceForBackups, requirePlaceForFile } from './protected-places.ts'

const workspace = temporaryDirectory()
const database = join(workspace, databaseFile)
writeFileSync(database, 'kept')
mkdirSync(join(workspace, 'media'))
const elsewhere = temporaryDirectory()
symlinkSync(database, join(elsewhere, 'link.csv'))
symlinkSync(workspace, join(elsewhere, 'folder'))

test.each([
  database,
  `${database}-wal`,
  join(workspace, 'media', 'x.csv'),
  join(elsewhere, 'link.csv'),
  join(elsewhere, 'folder', databaseFile),
])('refuses to replace a file of the workspace: %s', (path) => {
  expect(() => requirePlaceForFile(path, workspace)).toThrow(/belongs to the workspace/)
})

test.runIf(process.platform === 'linux').each(['/dev/null', '/dev/full', '/proc/self/mem', '/proc/none/x'])(
  'refuses to write to %s',
  (path) => {
    expect(() => requirePlaceForFile(path, workspace)).toThrow(/device|operating system/)
  },
)

test('accepts a file elsewhere, and a foreign file in the workspace folder', () => {
  for (const path of [join(elsewhere, 'items.csv'), join(workspace, 'items.csv')])
    requirePlaceForFile(path, workspace)
})

test('refuses a backup folder in the workspace', () => {
  for (const path of [workspace, join(workspace, 'backups'), join(elsewhere, 'folder', 'new')])
    expect(() => requirePlaceForBackups(path, workspace)).toThrow(/is in the workspace/)
  requirePlaceForBackups(join(elsewhere, 'backups'), workspace)
})

test('reads a list; refuses a device, a pipe without a writer, and a file too large', async () => {
  const list = join(elsewhere, 'codes.txt')
  writeFileSync(list, '4006381333931\n')
  expect(await readList(list)).toBe('4006381333931\n')
  await expect(readList('/dev/zero')).rejects.toThrow(/is a device/)
  await expect(readList(join(elsewhere, 'none'))).rejects.toThrow(/no such file/)
  writeFileSync(list, Buffer.alloc(17 * 1024 * 1024, 49))
  await expect(readList(list)).rejects.toThrow(/larger than 16 MB/)
  const pipe = join(elsewhere, 'pipe')
  execFileSync('mkfifo', [pipe])
  const held = openSync(pipe, 'r+')
  spawn('sh', ['-c', 'sleep 0.2; echo 4006381333931; sleep 0.2; echo 4006381333948'], {
    stdio: ['ignore', held, 'inherit'],
  })
  closeSync(held)
  expect(await readList(pipe)).toBe('4006381333931\n4006381333948\n')
  await expect(readList(pipe)).rejects.toThrow(/nobody writes/)
})
