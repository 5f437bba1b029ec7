import { plural, t } from '@lingui/core/macro'
import { client } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'

/** Deletes drafts and shows a message with Undo. */
export async function deleteDrafts(drafts: readonly { id: string; name: string }[]): Promise<void> {
  const deletedIds: string[] = []
  try {
    for (const { id } of drafts) {
      await client.feeds.deleteDraft({ id })
      deletedIds.push(id)
    }
  } catch (error) {
    toast.failed(drafts.length === 1 ? t`The draft was not deleted` : t`Not every draft was deleted`, error)
  }
  if (deletedIds.length === 0) return
  const words =
    deletedIds.length === 1
      ? `“${drafts[0]?.name}”`
      : plural(deletedIds.length, { one: '# draft', other: '# drafts' })
  toast.offer(t`Deleted ${words}`, { label: t`Undo`, onSelect: () => void restoreDrafts(deletedIds) })
}

export async function restoreDrafts(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await client.feeds.undeleteDraft({ id })
  } catch (error) {
    toast.failed(t`Not everything was taken back`, error)
  }
}
