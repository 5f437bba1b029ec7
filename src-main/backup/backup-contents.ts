import type { BackupContents } from '../../src-shared/backup/model.ts'
import { settingValues, workspaceSettings } from '../../src-shared/workspace/settings.ts'
import { defineReader, settingReader } from '../storage/index.ts'

const { role, connection } = workspaceSettings

/**
 * Counts the contents of a workspace at one moment, for the manifest of a backup and the preview of a
 * restore.
 */
export const backupReader = defineReader('backup', (context) => {
  const { db } = context
  const settings = settingReader.open(context)
  const count = (table: string): number =>
    db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
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
      const chosen = settingValues({ role, connection }, settings.all(), () => {})
      const complete = completeAt.get()
      return {
        role: chosen.role,
        connection: chosen.connection && {
          address: chosen.connection.address,
          username: chosen.connection.username,
        },
        items: count('item'),
        drafts: count('draft'),
        feeds: count('feed'),
        waitingFeeds: waiting.all(),
        pictures: pictures.all().length,
        completeUpTo: complete === undefined ? undefined : new Date(complete).toISOString(),
      }
    },
    /** Content hashes of all stored pictures. */
    pictures: (): string[] => pictures.all(),
  }
})
