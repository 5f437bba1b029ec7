/** Test fixture: the drafts of a temporary workspace, and helpers to make, read and change one. */
import { afterAll, beforeAll } from 'vitest'
import type { PayloadItem } from '../../../../src-shared/feeds/kinds/payload.ts'
import { documents } from '../../../../src-shared/vocabulary/documents.ts'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { writeDocument } from '../../../../src-shared/vocabulary/kit/kit.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createDrafts, type Drafts } from '../drafts.ts'

export const gtins = ['4006381333931', '5449000000996', '7622210449283', '3017620422003']
export const item = (number: number, change: IngestItem = {}): IngestItem => ({
  type: 'grocery',
  ecommerceTitle: `Green tea ${number}`,
  productCodes: [{ type: 'GTIN', text: gtins[number % gtins.length] ?? '' }],
  manufacturerId: 'm1',
  categoryId: '10000115',
  products: [{ description: 'Tea', brandId: 'b1' }],
  attributes: {},
  ...change,
})
export const payload = (...items: IngestItem[]) =>
  writeDocument(documents.ingestItems, { item: items }, { indent: 2 })
export const limits = { items: 1000, bytes: 16_000_000 }

/** Opens the drafts before the tests of a file, and closes them after. */
export function draftRoom() {
  let workspace: TemporaryWorkspace
  let drafts: Drafts
  beforeAll(async () => {
    workspace = await openTemporaryWorkspace()
    drafts = createDrafts(workspace)
  })
  afterAll(async () => {
    drafts.close()
    await workspace.close()
  })
  const rows = (id: string, columns: string[] = ['ecommerceTitle']) =>
    drafts.draftRows({ id, selection: {}, offset: 0, limit: 200, columns })
  return {
    get workspace() {
      return workspace
    },
    get drafts() {
      return drafts
    },
    begin: (...items: PayloadItem[]) => drafts.createDraft({ kind: 'create', values: items, name: 'Teas' }),
    rows,
    titles: async (id: string) => (await rows(id)).rows.map(({ cells }) => cells[0]),
    rename: (id: string, key: number, value: string) =>
      drafts.editDraft({
        id,
        label: `Title of ${key}`,
        edits: [{ do: 'cells', cells: [{ key, column: 'ecommerceTitle', value }] }],
      }),
  }
}
