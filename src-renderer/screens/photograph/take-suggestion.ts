import type { LabelSuggestion } from '../../../src-shared/evidence/photograph.ts'
import { cellOf } from '../../../src-shared/feeds/draft/columns.ts'
import { client } from '../../rpc/client.ts'
import { readFromPhotograph } from '../evidence/take-value.ts'

/** Writes a value of the label into the only item of a draft, as one step of its history that names the photograph. */
export async function takeSuggestion(
  draftId: string,
  suggestion: LabelSuggestion,
  photograph: string,
): Promise<void> {
  const { rows } = await client.feeds.draftRows({
    ...{ id: draftId, selection: {}, offset: 0, limit: 1, columns: [] },
  })
  const key = rows[0]?.key
  if (key === undefined) throw new Error('the draft has no item')
  const { value } = await client.feeds.draftItem({ id: draftId, key })
  const quantity = suggestion.quantity.filter(({ column }) => (cellOf(value, column) ?? '') === '')
  await client.feeds.editDraft({
    id: draftId,
    label: readFromPhotograph(suggestion, photograph),
    edits: [{ do: 'cells', cells: [...quantity, ...suggestion.cells].map((cell) => ({ key, ...cell })) }],
  })
}
