import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { decisionWriter } from '../evidence/stores.ts'
import { openPictureFolder } from '../media/keep/picture-files.ts'
import { pictureWriter } from '../media/keep/picture-store.ts'
import { hashOfFile } from '../platform/files/hash-of-file.ts'
import { openForReading, settingReader, settingWriter } from '../storage/index.ts'
import {
  openTemporaryWorkspace,
  type TemporaryWorkspace,
  temporaryDirectory,
  threadEntry,
} from '../testing/temporary-workspace.ts'
import { listBackups, picturePath, readManifest, verifyBackup } from './backup-folder.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { outdated, rotate } from './rotation.ts'

const folders: string[] = []
const temporary = (): string => {
  const folder = temporaryDirectory()
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const day = 24 * 60 * 60 * 1000
const start = Date.UTC(2026, 0, 5, 12)

async function keepPicture({ storage, directory }: TemporaryWorkspace, text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const sha256 = await openPictureFolder(join(directory, 'media')).keep(bytes)
  const facts = { sha256, mimeType: 'image/png', width: 1, height: 1, bytes: bytes.length }
  await storage.writer(pictureWriter).put([{ url: `https://pictures.example/${text}`, ...facts }])
  return sha256
}
const back = ({ storage, directory }: TemporaryWorkspace, folder: string, now = start) =>
  makeBackup({ storage, directory, name: 'Upstream', thread: threadEntry, version: '1.0.0' }, { folder, now })
/** Changes the database of a backup, and its hash in the manifest. */
async function changeDatabase(backup: string, sql: string): Promise<void> {
  const path = join(backup, 'catalog.db')
  const db = new Database(path)
  db.exec(sql)
  db.close()
  const notes = { ...(await readManifest(backup)), databaseHash: await hashOfFile(path) }
  writeFileSync(join(backup, 'backup.json'), JSON.stringify(notes))
}

describe('backup', () => {
  test('is made during writes, describes its contents, and verifies', async () => {
    await using workspace = await openTemporaryWorkspace()
    const settings = workspace.storage.writer(settingWriter)
    await settings.set({ role: 'sandbox', marker: 0 })
    await keepPicture(workspace, 'one')
    let going = true
    const writing = (async () => {
      for (let marker = 1; going; marker++) await settings.set({ marker })
    })()
    const backup = await back(workspace, temporary())
    going = false
    await writing
    expect(backup).toMatchObject({
      name: 'Upstream',
      role: 'sandbox',
      items: 0,
      pictures: 1,
      version: '1.0.0',
    })
    expect(await verifyBackup(backup.directory)).toEqual([])
    expect(readdirSync(backup.directory).sort()).toEqual(['backup.json', 'catalog.db', 'pictures.txt'])
    expect(await listBackups(join(backup.directory, '..'))).toEqual([backup])
  })

  test('keeps what a person decided about findings of the picture check', async () => {
    await using workspace = await openTemporaryWorkspace()
    const key = { itemId: 'a', kind: 'unknown-code', sha256: 's', subject: 'c' } as const
    await workspace.storage
      .writer(decisionWriter)
      .decide({ ...key, decision: 'dismissed', reason: 'other', note: 'A case of it' })
    const { directory } = await back(workspace, temporary())
    const into = join(temporary(), 'restored')
    await restoreBackup(directory, into)
    const db = new Database(join(into, 'catalog.db'), { readonly: true })
    const decided = db.prepare('SELECT item, decision, reason, note FROM evidence_decision').all()
    db.close()
    expect(decided).toEqual([{ item: 'a', decision: 'dismissed', reason: 'other', note: 'A case of it' }])
  })

  test('reports a missing or damaged picture, and a changed database', async () => {
    await using workspace = await openTemporaryWorkspace()
    const damaged = await keepPicture(workspace, 'damaged')
    const missing = await keepPicture(workspace, 'missing')
    const folder = temporary()
    const { directory } = await back(workspace, folder)
    const path = (sha256: string) => picturePath(join(folder, 'media'), sha256)
    rmSync(path(damaged))
    writeFileSync(path(damaged), 'other bytes')
    rmSync(path(missing))
    const database = readFileSync(join(directory, 'catalog.db'))
    database[4096 + 17] = (database[4096 + 17] ?? 0) ^ 1
    writeFileSync(join(directory, 'catalog.db'), database)
    expect((await verifyBackup(directory)).sort()).toEqual(
      [
        'The database catalog.db is not what it was when the backup was made.',
        `The picture ${damaged} is damaged.`,
        `The picture ${missing} is missing.`,
      ].sort(),
    )
  })

  test('rejects a backup with a foreign trigger in verification and restore, despite a matching hash', async () => {
    await using workspace = await openTemporaryWorkspace()
    const { directory } = await back(workspace, temporary())
    await changeDatabase(
      directory,
      'CREATE TRIGGER emptied AFTER INSERT ON setting BEGIN DELETE FROM item; END',
    )
    expect(await verifyBackup(directory)).toEqual([expect.stringContaining('trigger emptied')])
    const into = join(temporary(), 'restored')
    await expect(restoreBackup(directory, into)).rejects.toThrow('trigger emptied')
    expect(existsSync(into)).toBe(false)
  })

  test.each([
    ['a newer version', "INSERT INTO migration VALUES (9999, 'later', '')", 'newer version'],
    [
      'a version before 0.1.0',
      'DELETE FROM migration WHERE number > 85; UPDATE migration SET number = 1',
      'before 0.1.0',
    ],
  ])('does not restore a backup of %s', async (_what, change, message) => {
    await using workspace = await openTemporaryWorkspace()
    const { directory } = await back(workspace, temporary())
    await changeDatabase(directory, change)
    expect(await verifyBackup(directory)).toEqual([expect.stringContaining(message)])
    const into = join(temporary(), 'restored')
    await expect(restoreBackup(directory, into)).rejects.toThrow(message)
    expect(existsSync(into)).toBe(false)
  })

  test.each(['backup.json', 'catalog.db', 'pictures.txt'])('rejects a link in place of %s', async (name) => {
    await using workspace = await openTemporaryWorkspace()
    const { directory } = await back(workspace, temporary())
    renameSync(join(directory, name), join(directory, 'elsewhere'))
    symlinkSync('elsewhere', join(directory, name))
    await expect(restoreBackup(directory, join(temporary(), 'restored'))).rejects.toThrow(`${name} is a link`)
  })

  test.each(['backup.json', 'catalog.db', 'pictures.txt'])('rejects a pipe in place of %s', async (name) => {
    await using workspace = await openTemporaryWorkspace()
    const folder = temporary()
    const { directory } = await back(workspace, folder)
    rmSync(join(directory, name))
    execFileSync('mkfifo', [join(directory, name)])
    await expect(restoreBackup(directory, join(temporary(), 'restored'))).rejects.toThrow(
      `${name} is a link, a folder, a pipe`,
    )
    // The other backups in the folder are still listed and swept.
    expect(await listBackups(folder)).toHaveLength(name === 'backup.json' ? 0 : 1)
    await rotate(folder, { keepDaily: 1, keepWeekly: 0 }, new Date(start).toISOString())
  })

  test('does not read files that are too large, and rejects an invalid manifest', async () => {
    await using workspace = await openTemporaryWorkspace()
    const sha256 = await keepPicture(workspace, 'one')
    const folder = temporary()
    const { directory } = await back(workspace, folder)
    const large = 2 ** 40
    truncateSync(picturePath(join(folder, 'media'), sha256), large)
    truncateSync(join(directory, 'catalog.db'), large)
    expect(await verifyBackup(directory)).toEqual([
      'The database catalog.db is not what it was when the backup was made.',
      `The picture ${sha256} is damaged.`,
    ])
    await expect(restoreBackup(directory, join(temporary(), 'restored'))).rejects.toMatchObject({
      code: 'DAMAGED',
    })
    const notes = join(directory, 'backup.json')
    const written = readFileSync(notes, 'utf8')
    writeFileSync(notes, written.replace(/"madeAt": "[^"]*"/, '"madeAt": 5'))
    await expect(readManifest(directory)).rejects.toMatchObject({ code: 'NOT_A_BACKUP' })
    expect(await listBackups(folder)).toEqual([])
    truncateSync(notes, large)
    await expect(readManifest(directory)).rejects.toThrow(/larger than/)
    truncateSync(join(directory, 'pictures.txt'), large)
    writeFileSync(notes, written)
    expect(await verifyBackup(directory)).toContain('The list of its pictures is missing or cannot be read.')
  })

  test('leaves out a picture that is a link', async () => {
    await using workspace = await openTemporaryWorkspace()
    const sha256 = await keepPicture(workspace, 'one')
    const folder = temporary()
    const { directory } = await back(workspace, folder)
    const path = picturePath(join(folder, 'media'), sha256)
    renameSync(path, join(folder, 'elsewhere'))
    symlinkSync(join(folder, 'elsewhere'), path)
    const into = join(temporary(), 'restored')
    expect(await restoreBackup(directory, into)).toEqual([expect.stringContaining(sha256)])
    expect(existsSync(picturePath(join(into, 'media'), sha256))).toBe(false)
  })

  test('repeats a killed restore into the same folder', async () => {
    await using workspace = await openTemporaryWorkspace()
    const { directory } = await back(workspace, temporary())
    const into = join(temporary(), 'restored')
    mkdirSync(join(into, 'media'), { recursive: true })
    writeFileSync(join(into, 'restoring.json'), '{}')
    expect(await restoreBackup(directory, into)).toEqual([])
    expect(readdirSync(into).sort()).toEqual(['catalog.db', 'workspace.json'])
    writeFileSync(join(into, 'restoring.json'), '{}')
    await expect(restoreBackup(directory, into)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' })
  })

  test('restores everything into a new folder, and refuses an existing one', async () => {
    await using workspace = await openTemporaryWorkspace()
    await workspace.storage.writer(settingWriter).set({ role: 'sandbox', marker: 'kept' })
    const sha256 = await keepPicture(workspace, 'one')
    const { directory } = await back(workspace, temporary())
    const into = join(temporary(), 'restored')
    expect(await restoreBackup(directory, into)).toEqual([])
    expect(readFileSync(picturePath(join(into, 'media'), sha256), 'utf8')).toBe('one')
    const restored = await openForReading({ path: join(into, 'catalog.db'), thread: threadEntry })
    expect(await restored.reader(settingReader).get('marker')).toBe('kept')
    await restored.close()
    const before = statSync(join(into, 'catalog.db')).mtimeMs
    await expect(restoreBackup(directory, into)).rejects.toMatchObject({ code: 'FOLDER_IN_USE' })
    expect(statSync(join(into, 'catalog.db')).mtimeMs).toBe(before)
  })

  test('rejects a picture list with a path outside of the folder', async () => {
    await using workspace = await openTemporaryWorkspace()
    const { directory } = await back(workspace, temporary())
    writeFileSync(join(directory, 'pictures.txt'), '../../../../etc/passwd\n')
    const into = join(temporary(), 'restored')
    await expect(restoreBackup(directory, into)).rejects.toMatchObject({ code: 'DAMAGED' })
  })

  test('rejects any other folder', async () => {
    await expect(readManifest(temporary())).rejects.toThrow(/is no backup/)
  })
})

describe('rotation', () => {
  test('keeps the newest backup of the given number of days and weeks, and their pictures', async () => {
    await using workspace = await openTemporaryWorkspace()
    const folder = temporary()
    const old = await keepPicture(workspace, 'old')
    await back(workspace, folder, start - 100 * day)
    await workspace.storage.writer(pictureWriter).put([
      {
        url: 'https://pictures.example/old',
        sha256: await keepPicture(workspace, 'new'),
        mimeType: 'image/png',
        width: 1,
        height: 1,
        bytes: 3,
      },
    ])
    for (const days of [3, 2, 1, 0]) await back(workspace, folder, start - days * day)
    const removed = await rotate(folder, { keepDaily: 2, keepWeekly: 0 }, new Date(start).toISOString())
    expect(removed).toHaveLength(3)
    expect((await listBackups(folder)).map(({ madeAt }) => madeAt.slice(0, 10))).toEqual([
      '2026-01-05',
      '2026-01-04',
    ])
    expect(
      readdirSync(join(folder, 'media'), { recursive: true }).some((name) => String(name).endsWith(old)),
    ).toBe(false)
    for (const { directory } of await listBackups(folder)) expect(await verifyBackup(directory)).toEqual([])
  })

  test('keeps the newest backup, at most the requested number, and is idempotent', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 400 * 24 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(
        moments,
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (hours, keepDaily, keepWeekly) => {
          const backups = hours.map((hour) => ({ madeAt: new Date(start + (hour * day) / 24).toISOString() }))
          const newest = backups
            .map(({ madeAt }) => madeAt)
            .sort()
            .at(-1)
          const gone = outdated(backups, { keepDaily, keepWeekly })
          const kept = backups.filter((backup) => !gone.includes(backup))
          expect(kept.some(({ madeAt }) => madeAt === newest)).toBe(true)
          expect(kept.length).toBeLessThanOrEqual(keepDaily + keepWeekly)
          expect(outdated(kept, { keepDaily, keepWeekly })).toEqual([])
          const days = new Set(backups.map(({ madeAt }) => madeAt.slice(0, 10)))
          expect(kept.length).toBeGreaterThanOrEqual(Math.min(keepDaily, days.size))
        },
      ),
    )
  })
})
