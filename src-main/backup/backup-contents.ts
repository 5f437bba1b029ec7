import type { BackupContents } from '../../src-shared/backup/model.ts'
import type { WorkspaceRole } from '../../src-shared/workspace/model.ts'
import { defineReader } from '../storage/index.ts'

/** What a workspace holds, counted in one moment: noted in a backup, and shown beside it before a restore. */
export const backupReader = defineReader('backup', ({ db }) => {
  const count = (table: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  const setting = (key: string): unknown => {
    const value = db.prepare<[string], string>('SELECT value FROM setting WHERE key = ?').pluck().get(key)
    return value === undefined ? undefined : JSON.parse(value)
  }
  const pictures = db
    .prepare<[], string>('SELECT DISTINCT sha256 FROM picture WHERE sha256 IS NOT NULL ORDER BY sha256')
    .pluck()
  const waiting = db
    .prepare<[], string>(
      "SELECT name FROM feed WHERE state IN ('queued', 'sending') ORDER BY sequence LIMIT 20",
    )
    .pluck()
  const completeAt = db.prepare<[], number>('SELECT complete_at FROM sync_watermark').pluck()

  return {
    contents(): Omit<BackupContents, 'name'> {
      const connection = setting('connection') as { address: string; username: string } | undefined
      const complete = completeAt.get()
      return {
        role: (setting('role') as WorkspaceRole | undefined) ?? 'new',
        ...(connection && { connection: { address: connection.address, username: connection.username } }),
        items: count('item'),
        drafts: count('draft'),
        feeds: count('feed'),
        waitingFeeds: waiting.all(),
        pictures: pictures.all().length,
        ...(complete !== undefined && { completeUpTo: new Date(complete).toISOString() }),
      }
    },
    /** The content hashes of all kept pictures. */
    pictures: (): string[] => pictures.all(),
  }
})
