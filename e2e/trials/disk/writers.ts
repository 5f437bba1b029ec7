/** All operations of this program that write files, as commands on a failing disk. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsOf, listBackups, verifyBackup } from '../../../src-main/backup/index.ts'
import { checkFolder, checkPictures, isWorkspace } from '../kills/check-folder.ts'

export interface WriterPlace {
  /** A folder on the failing disk. */
  disk: string
  /** The workspace: on the failing disk for operations that change it, elsewhere for the others. */
  workspace: string
  /** Prepared files and a service. */
  products: string
  feed: string
  backup: string
  connect: string[]
}

export interface Writer {
  /** The initial state of the workspace, and whether it is on the failing disk. */
  workspace: { from: 'connected' | 'synced'; onDisk: boolean }
  args(place: WriterPlace): string[]
  /** Only files whose path contains this fail. */
  files?: string
  environment?(place: WriterPlace): Record<string, string>
  /** Checks that no incomplete file has its final name, before the operation is repeated. */
  inspect?(place: WriterPlace): void | Promise<void>
  /** The arguments for repeating the operation, if the same ones would fail. */
  again?(place: WriterPlace): string[]
}

const inWorkspace = async ({ workspace }: WriterPlace): Promise<void> => {
  await checkFolder(workspace)
  checkPictures(workspace)
}
const onDisk = { from: 'synced', onDisk: true } as const
const elsewhere = { from: 'synced', onDisk: false } as const

export const writers: Record<string, Writer> = {
  import: {
    workspace: onDisk,
    args: ({ workspace, products }) => ['import', products, '--to', 'drafts', '--json', '--data', workspace],
    inspect: inWorkspace,
  },
  'database file': {
    workspace: onDisk,
    files: 'catalog.db',
    args: ({ workspace }) => ['rebuild', '--json', '--data', workspace],
    inspect: inWorkspace,
  },
  'write-ahead log': {
    workspace: { from: 'connected', onDisk: true },
    files: 'catalog.db-wal',
    args: ({ workspace }) => ['sync', '--json', '--data', workspace],
    inspect: inWorkspace,
  },
  sync: {
    workspace: { from: 'connected', onDisk: true },
    args: ({ workspace }) => ['sync', '--json', '--data', workspace],
    inspect: inWorkspace,
  },
  pictures: {
    workspace: { from: 'connected', onDisk: true },
    files: '/media/',
    args: ({ workspace }) => ['sync', '--json', '--data', workspace],
    inspect: inWorkspace,
  },
  submit: {
    workspace: onDisk,
    args: ({ workspace, feed }) => ['submit', feed, '--as', 'create', '--json', '--data', workspace],
    inspect: inWorkspace,
  },
  'connection and secrets': {
    workspace: onDisk,
    args: ({ workspace, connect }) => ['connect', ...connect, '--data', workspace],
    inspect: inWorkspace,
  },
  'key of this computer': {
    workspace: elsewhere,
    environment: ({ disk }) => ({ CATALOG_DESK_HOME: join(disk, 'home') }),
    args: ({ workspace, connect }) => ['connect', ...connect, '--data', workspace],
    inspect: inWorkspace,
  },
  'new workspace': {
    workspace: elsewhere,
    args: ({ disk }) => ['status', '--json', '--data', join(disk, 'new')],
    async inspect({ disk }) {
      if (isWorkspace(join(disk, 'new'))) await checkFolder(join(disk, 'new'))
    },
  },
  export: {
    workspace: elsewhere,
    args: ({ disk, workspace }) => [
      'export',
      '--format',
      'csv',
      '--to',
      join(disk, 'items.csv'),
      '--data',
      workspace,
    ],
    inspect: ({ disk }) =>
      assert.ok(!existsSync(join(disk, 'items.csv')), 'an incomplete export has its final name'),
  },
  'export over another': {
    workspace: elsewhere,
    args: ({ disk, workspace }) => [
      'export',
      '--format',
      'csv',
      '--force',
      '--to',
      join(disk, 'kept.txt'),
      '--data',
      workspace,
    ],
    inspect: ({ disk }) =>
      assert.equal(readFileSync(join(disk, 'kept.txt'), 'utf8'), 'kept', 'the old file was removed'),
  },
  backup: {
    workspace: elsewhere,
    args: ({ disk, workspace }) => ['backup', '--json', '--to', join(disk, 'backups'), '--data', workspace],
    async inspect({ disk, workspace }) {
      for (const { directory } of await listBackups(backupsOf(join(disk, 'backups'), workspace)))
        assert.deepEqual(await verifyBackup(directory), [])
    },
  },
  restore: {
    workspace: elsewhere,
    args: ({ disk, backup }) => ['restore', backup, '--json', '--data', join(disk, 'restored')],
    async inspect({ disk }) {
      if (isWorkspace(join(disk, 'restored'))) await checkFolder(join(disk, 'restored'))
    },
    again: ({ disk, backup }) => ['restore', backup, '--json', '--data', join(disk, 'restored-again')],
  },
}
