import { expect, test } from 'vitest'
import type { RequirementProfile } from '../../../../src-shared/completeness/model.ts'
import { openTemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts } from '../drafts.ts'

const profile: RequirementProfile = {
  name: 'Titles and categories',
  kinds: ['create'],
  requirements: [
    { path: 'ecommerceTitle', need: 'required' },
    { path: 'categoryId', need: 'wished' },
  ],
}

test('reports the mean score, missing fields and least complete items of a draft', async () => {
  const workspace = await openTemporaryWorkspace()
  const drafts = createDrafts(workspace)
  try {
    const { id } = await drafts.createDraft({
      kind: 'create',
      values: [{ ecommerceTitle: 'Tea', categoryId: '1' }, { ecommerceTitle: 'Oats' }, {}],
    })
    expect(await drafts.draftScores({ id, revision: 1, profile })).toEqual({
      scored: 3,
      complete: 1,
      score: 0.5,
      lacked: [
        { label: 'Category', kind: 'wished', items: 2 },
        { label: 'E-commerce title', kind: 'required', items: 1 },
      ],
      least: [
        { key: 3, position: 3, title: '', code: '', score: 0, missing: 2 },
        { key: 2, position: 2, title: 'Oats', code: '', score: 0.5, missing: 1 },
      ],
    })
    await expect(drafts.draftScores({ id: 'none', revision: 1, profile })).rejects.toMatchObject({
      code: 'DRAFT_NOT_FOUND',
    })
  } finally {
    drafts.close()
    await workspace.close()
  }
})
