import { basename } from 'node:path'
import type { ImportErrorCode, ImportJob, UndoneImport } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import { say } from '../../../src-shared/texts/say.ts'
import type { Drafts } from '../../feeds/drafts/index.ts'
import { draftThatExists } from './existing-drafts.ts'

/** @throws PlainError `IMPORT_RUNNING` if the import is running */
export function checkUndoable({ state }: ImportJob): void {
  if (state !== 'running') return
  throw new PlainError<ImportErrorCode>(
    'IMPORT_RUNNING',
    say`The import is still running. Cancel it first, then undo it.`,
  )
}

/**
 * Deletes the drafts that an import made. They can be restored like any deleted draft.
 * @param includeEdited delete drafts that were edited since; otherwise nothing is deleted if there are any
 */
export async function undoDrafts(
  { file, drafts: made }: ImportJob,
  { drafts, includeEdited }: { drafts: Drafts; includeEdited: boolean },
): Promise<UndoneImport> {
  const undone: UndoneImport = { removed: [], edited: [], kept: [] }
  const unedited: UndoneImport['edited'] = []
  for (const one of made) {
    const draft = await draftThatExists(drafts, one.id)
    if (draft) {
      const isEdited = draft.undo !== undefined || draft.redo !== undefined
      const list = isEdited ? undone.edited : unedited
      list.push({ ...one, name: draft.name })
      continue
    }
    const outcome = await drafts.draftOutcome({ id: one.id })
    if (outcome?.kind === 'queued' || outcome?.kind === 'joined')
      undone.kept.push({ ...one, name: basename(file), why: outcome.kind })
  }
  if (undone.edited.length > 0 && !includeEdited) return undone
  for (const one of [...unedited, ...undone.edited]) {
    await drafts.deleteDraft({ id: one.id })
    undone.removed.push(one)
  }
  return undone
}
