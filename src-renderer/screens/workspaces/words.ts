import type { BackupContents } from '../../../src-shared/backup/model.ts'
import type { WorkspaceRole } from '../../../src-shared/workspace/model.ts'
import { counted } from '../../ui/words.ts'

export const roleWords: Record<WorkspaceRole, string> = {
  new: 'Not set up yet',
  connected: 'Connected',
  sandbox: 'Sandbox',
}

/** `282 items, 3 drafts, 1 feed, 846 pictures` */
export const contentWords = ({ items, drafts, feeds, pictures }: BackupContents): string =>
  [
    counted(items, 'item'),
    counted(drafts, 'draft'),
    counted(feeds, 'feed'),
    counted(pictures, 'picture'),
  ].join(', ')
