import { t } from '@lingui/core/macro'
import { useLocation } from 'wouter'
import type { Draft } from '../../src-shared/feeds/draft/model.ts'
import { client } from '../rpc/client.ts'
import { toast } from '../ui/overlays/toast.tsx'

/** A draft of a new item with this code. */
export async function draftWithCode(code: string): Promise<Draft> {
  const made = await client.feeds.createDraft({ kind: 'create' })
  await client.feeds.editDraft({
    id: made.id,
    label: t`Code ${code}`,
    edits: [{ do: 'set', selection: {}, column: 'productCodes/0/text', value: code }],
  })
  return made
}

/** What a screen does with the items that have a scanned code. */
interface Found {
  open: (itemId: string) => void
  /** Lists the items if several have the code. */
  list: (code: string) => void
}

/**
 * Returns a handler of scanned codes: opens the item that has the code, or says that none has it and offers
 * the draft of a new item.
 */
export function useScannedCode({ open, list }: Found): (code: string) => void {
  const [, navigate] = useLocation()
  const draft = async (code: string) => {
    const { id } = await draftWithCode(code)
    navigate(`/feeds/${id}`)
  }
  return (code) => {
    client.catalog
      .search({ text: code, offset: 0, limit: 2 })
      .then(({ rows: [found, other] }) => {
        if (found && !other) open(found.id)
        else if (found) list(code)
        else
          toast.suggest(t`No item of the catalog has the code ${code}`, {
            label: t`Draft a new item`,
            onSelect: () =>
              void draft(code).catch((error: unknown) => toast.failed(t`The draft could not be made`, error)),
          })
      })
      .catch((error: unknown) => toast.failed(t`The code could not be looked for`, error))
  }
}
