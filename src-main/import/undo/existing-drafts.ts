import type { Draft } from '../../../src-shared/feeds/draft/model.ts'
import type { ImportedDraft, ImportJob } from '../../../src-shared/import/model.ts'
import { PlainError } from '../../../src-shared/plain-error.ts'
import type { DraftErrorCode, Drafts } from '../../feeds/drafts/index.ts'

const gone: DraftErrorCode = 'DRAFT_NOT_FOUND'

/** A draft; undefined if it was queued, joined or deleted. */
export async function draftThatExists(drafts: Drafts, id: string): Promise<Draft | undefined> {
  try {
    const draft = await drafts.draft({ id })
    return draft.deletedAt === undefined ? draft : undefined
  } catch (error) {
    if (error instanceof PlainError && error.code === gone) return undefined
    throw error
  }
}

/** The import's drafts that were neither queued, joined nor deleted since. */
export async function existingDrafts(
  { drafts: made }: Pick<ImportJob, 'drafts'>,
  drafts: Drafts,
): Promise<ImportedDraft[]> {
  const found = await Promise.all(made.map(({ id }) => draftThatExists(drafts, id)))
  return made.filter((_, index) => found[index] !== undefined)
}
