import { basename } from 'node:path'
import type { ImportErrorCode, ImportJob, UndoneImport } from '../../src-shared/import/model.ts'
import { PlainError } from '../../src-shared/plain-error.ts'
import { say } from '../../src-shared/texts/say.ts'
import type { Drafts } from '../feeds/drafts/index.ts'

/**
 * Deletes the drafts that an import made. They can be restored like any deleted draft.
 * @param includeEdited delete drafts that were edited since; otherwise nothing is deleted if there are any
 * @throws PlainError if the import is running or did not write into drafts
 */
export async function undoImport(
  { target, state, file, drafts: made }: ImportJob,
  { drafts, includeEdited }: { drafts: Drafts; includeEdited: boolean },
): Promise<UndoneImport> {
  if (target !== 'drafts')
    throw new PlainError<ImportErrorCode>(
      'NOT_UNDOABLE',
      say`An import into the catalog cannot be undone whole. Restore single items from their history, or the workspace from a backup.`,
    )
  if (state === 'running')
    throw new PlainError<ImportErrorCode>(
      'IMPORT_RUNNING',
      say`The import is still running. Cancel it first, then undo it.`,
    )
  const undone: UndoneImport = { removed: [], edited: [], kept: [] }
  const unedited: UndoneImport['edited'] = []
  for (const one of made) {
    const draft = await drafts.draft({ id: one.id }).catch(() => undefined)
    const name = draft?.name ?? basename(file)
    const outcome = draft && draft.deletedAt === undefined ? null : await drafts.draftOutcome({ id: one.id })
    if (outcome?.kind === 'queued' || outcome?.kind === 'joined')
      undone.kept.push({ ...one, name, why: outcome.kind })
    else if (draft && draft.deletedAt === undefined) {
      const isEdited = draft.undo !== undefined || draft.redo !== undefined
      const list = isEdited ? undone.edited : unedited
      list.push({ ...one, name })
    }
  }
  if (undone.edited.length > 0 && !includeEdited) return undone
  for (const one of [...unedited, ...undone.edited]) {
    await drafts.deleteDraft({ id: one.id })
    undone.removed.push(one)
  }
  return undone
}
