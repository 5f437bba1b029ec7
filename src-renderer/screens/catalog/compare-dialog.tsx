import { useQueries } from '@tanstack/react-query'
import clsx from 'clsx'
import { useMemo, useState } from 'react'
import type { ItemView } from '../../../src-shared/catalog/model.ts'
import { item as itemDescription } from '../../../src-shared/vocabulary/item.ts'
import type { Group } from '../../../src-shared/vocabulary/kit/description.ts'
import { parseElement } from '../../../src-shared/vocabulary/kit/kit.ts'
import { rpc } from '../../rpc/client.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { counted } from '../../ui/words.ts'
import { ItemPicture } from './item-picture.tsx'

export const mostCompared = 4

/** A field that at least one of the items has: its label with those of the groups it is in, and each item's text. */
interface ComparedField {
  key: string
  label: string
  texts: string[]
}

/** The texts of a record by their paths, in the order of the vocabulary. */
function textsOf(
  group: Group,
  value: unknown,
  path: string,
  label: string,
  into: Map<string, { label: string; text: string }>,
): void {
  if (typeof value !== 'object' || value === null) return
  const parts = new Map(Object.entries(value))
  const keep = (key: string, words: string, text: unknown) => {
    if (text !== undefined && text !== null && String(text).trim() !== '')
      into.set(key, { label: words, text: String(text) })
  }
  if (group.text) keep(path, label, parts.get(group.text.key))
  for (const member of group.members) {
    if (member.key === group.text?.key) continue
    const all: unknown = parts.get(member.key)
    const list: unknown[] = Array.isArray(all) ? all : [all]
    const isList = list.length > 1
    const ownText = member.type.kind === 'leaf' ? undefined : member.type.text?.key
    if (isList && ownText !== undefined) {
      // A list of names, such as categories, is one field: its order says little.
      const texts = list.flatMap((one) => new Map(Object.entries(one ?? {})).get(ownText) ?? [])
      keep(
        `${path}/${member.key}`,
        label === '' ? member.label : `${label} · ${member.label}`,
        texts.join('\n'),
      )
      continue
    }
    for (const [place, one] of list.entries()) {
      const here = `${path}/${member.key}${isList ? `/${place}` : ''}`
      const own = isList ? `${member.label} ${place + 1}` : member.label
      const words = label === '' ? own : `${label} · ${own}`
      if (member.type.kind === 'leaf') keep(here, words, one)
      else textsOf(member.type, one, here, words, into)
    }
  }
}

function fieldsOf(views: readonly ItemView[]): ComparedField[] {
  const records = views.map((view) => {
    const texts = new Map<string, { label: string; text: string }>()
    const { value } = parseElement(itemDescription, view.xml, { namespace: view.namespace, role: 'response' })
    textsOf(itemDescription, value, '', '', texts)
    return texts
  })
  const keys = new Map<string, string>()
  for (const record of records)
    for (const [key, { label }] of record) if (!keys.has(key)) keys.set(key, label)
  return [...keys].map(([key, label]) => ({
    key,
    label,
    texts: records.map((record) => record.get(key)?.text ?? ''),
  }))
}

const differs = ({ texts }: ComparedField): boolean => texts.some((text) => text !== texts[0])

/** A few items side by side: by default only the fields in which they differ. */
export function CompareDialog({
  open,
  onOpenChange,
  itemIds,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  itemIds: readonly string[]
}) {
  const [showsAll, setShowsAll] = useState(false)
  const { views, failed, retry } = useQueries({
    queries: itemIds.map((id) => rpc.catalog.item.queryOptions({ input: { id }, enabled: open })),
    combine: (queries) => ({
      views: queries.flatMap(({ data }) => data ?? []),
      failed: queries.find(({ isError }) => isError)?.error,
      retry: () => {
        for (const query of queries) if (query.isError) void query.refetch()
      },
    }),
  })
  const isThere = views.length === itemIds.length
  const fields = useMemo(() => fieldsOf(views), [views])
  const shown = showsAll ? fields : fields.filter(differs)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Compare ${counted(itemIds.length, 'item')}`}
      description={isThere ? `They differ in ${counted(fields.filter(differs).length, 'field')}.` : undefined}
      width="full"
    >
      {failed ? (
        <ErrorState title="The items could not be read" error={failed} onRetry={retry} />
      ) : !isThere ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <>
          <Checkbox label="Also what is the same" checked={showsAll} onCheckedChange={setShowsAll} />
          <table className="mt-3 w-full table-fixed border-separate border-spacing-0 text-sm">
            <thead className="sticky top-0 z-10 bg-raised">
              <tr>
                <th className="w-52 border-b border-line p-2 text-left align-bottom text-xs font-medium text-ink-faint">
                  Field
                </th>
                {views.map((view, index) => (
                  <th key={view.id} className="border-b border-line p-2 text-left align-bottom font-medium">
                    <ItemPicture
                      url={view.pictures.find(({ thumbnail }) => thumbnail)?.thumbnail}
                      placeholder={undefined}
                      className="mb-2 size-24 rounded-md border border-line p-1"
                    />
                    {fields.find(({ key }) => key === '/name')?.texts[index] || `Item ${view.id}`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((field) => (
                <tr key={field.key} className="align-top">
                  <th
                    scope="row"
                    className="border-b border-line p-2 text-left text-xs font-normal text-ink-faint"
                  >
                    {field.label}
                  </th>
                  {field.texts.map((text, index) => (
                    <td
                      // The items keep their order while they are compared.
                      // biome-ignore lint/suspicious/noArrayIndexKey: see above
                      key={index}
                      dir="auto"
                      className={clsx(
                        'border-b border-line p-2 break-words whitespace-pre-line',
                        differs(field) ? 'text-ink' : 'text-ink-faint',
                      )}
                    >
                      {text || <span className="text-ink-faint">–</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {shown.length === 0 && <p className="p-4 text-sm text-ink-soft">Their records say the same.</p>}
        </>
      )}
    </Dialog>
  )
}
