import { plural, t } from '@lingui/core/macro'
import { client } from '../../../rpc/client.ts'
import { toast } from '../../../ui/overlays/toast.tsx'

/** Takes drafts out of the list, and says so with a way back. */
export async function deleteDrafts(drafts: readonly { id: string; name: string }[]): Promise<void> {
  const gone: string[] = []
  try {
    for (const { id } of drafts) {
      await client.feeds.deleteDraft({ id })
      gone.push(id)
    }
  } catch (error) {
    toast.failed(drafts.length === 1 ? t`The draft was not deleted` : t`Not every draft was deleted`, error)
  }
  if (gone.length === 0) return
  const words =
    gone.length === 1 ? `“${drafts[0]?.name}”` : plural(gone.length, { one: '# draft', other: '# drafts' })
  toast.offer(t`Deleted ${words}`, { label: t`Undo`, onSelect: () => void takeBack(gone) })
}

async function takeBack(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await client.feeds.undeleteDraft({ id })
  } catch (error) {
    toast.failed(t`Not everything was taken back`, error)
  }
}
