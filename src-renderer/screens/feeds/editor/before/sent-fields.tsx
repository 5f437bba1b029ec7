import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Draft, DraftRow } from '../../../../../src-shared/feeds/draft/model.ts'
import { kinds } from '../../../../../src-shared/feeds/kinds/kinds.ts'
import type { Group } from '../../../../../src-shared/vocabulary/kit/description.ts'
import { rpc } from '../../../../rpc/client.ts'
import { hasContent } from '../../../item/field-text.ts'
import { FieldValue } from './field-value.tsx'

/** All fields of an item that are sent, for an item that nothing can be compared with. */
export function SentFields({ draft, row }: { draft: Draft; row: DraftRow }) {
  const { data } = useQuery(rpc.feeds.draftItem.queryOptions({ input: { id: draft.id, key: row.key } }))
  if (!data) return null
  const group: Group = kinds[draft.kind].payload.item
  const value: Record<string, unknown> = { ...data.value }
  return (
    <dl
      aria-label={t`Fields that are sent`}
      className="grid grid-cols-[11rem_minmax(0,1fr)] gap-x-3 border-t border-line text-sm"
    >
      {group.members
        .filter(({ key }) => hasContent(value[key]))
        .map((member) => (
          <div key={member.key} className="col-span-2 grid grid-cols-subgrid border-b border-line py-2">
            <dt className="font-medium break-words">{member.label}</dt>
            <dd className="min-w-0 break-words">
              <FieldValue member={member} value={value[member.key]} />
            </dd>
          </div>
        ))}
    </dl>
  )
}
