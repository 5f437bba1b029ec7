import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ImagePlus } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { client } from '../../rpc/client.ts'
import { uploadFile } from '../../rpc/upload-file.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/overlays/toast.tsx'
import { sliceAt, useFormStore } from '../form-store.ts'
import { createAt, type Group, type Member, memberPlace, newValue, type Place } from '../place.ts'
import { addressMember } from './media-member.ts'
import { readTransfer, type Transferred, viewInName } from './transferred.ts'

interface PictureDropProps {
  member: Member
  group: Group
  /** The element around the list. */
  place: Place
  /** The button that adds an empty entry. */
  button: ReactNode
  /** Called after entries were added, with the index of the first. */
  onAdded: (index: number) => void
  children: ReactNode
}

const pictureTypes =
  'image/jpeg,image/png,image/tiff,image/webp,image/gif,image/avif,.jpg,.jpeg,.png,.tif,.tiff'

/**
 * A list of pictures that takes files and addresses: dropped, pasted, or chosen with a button. Each becomes an
 * entry of the list. A file is kept by the workspace first, and the entry gets its address.
 */
export function PictureDrop({ member, group, place, button, onAdded, children }: PictureDropProps) {
  const store = useFormStore()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [adding, setAdding] = useState(0)
  const list = memberPlace(place, member)
  const urlKey = addressMember(group)?.key ?? 'url'

  const insert = (entries: { address: string; view: string }[]) => {
    if (entries.length === 0) return
    createAt(store, place)
    const before = store.at(list.keys)
    const kept = Array.isArray(before) ? before : []
    // A row without address, such as the one that “Add” makes, is filled first.
    const filled = kept.filter((entry) => textAt(entry, urlKey) !== '' || textAt(entry, 'view') !== '')
    const added = entries.map(({ address, view }) => ({
      ...Object(newValue(group)),
      ...(view !== '' && group.attributes.has('view') && { view }),
      [urlKey]: address,
    }))
    // Rendered at once, so that the new entry can get the focus.
    flushSync(() => store.set(list.keys, [...filled, ...added]))
    onAdded(filled.length)
  }
  const add = async ({ files, addresses }: Transferred) => {
    insert(addresses.map((address) => ({ address, view: viewInName(address.split(/[?#]/, 1)[0] ?? '') })))
    if (files.length === 0) return
    const code = textAt(sliceAt(store.value(), [...place.keys.slice(0, 2), 'productCodes', 0]), 'text')
    const entries: { address: string; view: string }[] = []
    setAdding(files.length)
    for (const file of files) {
      const view = viewInName(file.name)
      try {
        const { address } = await client.media.add({ file: await uploadFile(file), code, view })
        entries.push({ address, view })
      } catch (error) {
        toast.failed(t`“${file.name}” was not added`, error)
      }
    }
    setAdding(0)
    insert(entries)
  }
  const onPaste = (event: ClipboardEvent) => {
    const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
    const transferred = readTransfer(event.clipboardData)
    // An address pasted into a field belongs to that field.
    if (transferred.files.length === 0 && (isText || transferred.addresses.length === 0)) return
    event.preventDefault()
    void add(transferred)
  }
  const onDrag = (event: DragEvent) => {
    if (!['Files', 'text/uri-list'].some((type) => event.dataTransfer.types.includes(type))) return
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      onDragOver={onDrag}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        const transferred = readTransfer(event.dataTransfer)
        setOver(false)
        if (transferred.files.length + transferred.addresses.length === 0) return
        event.preventDefault()
        void add(transferred)
      }}
      onPaste={onPaste}
      className={clsx('rounded-lg', isOver && 'outline-2 outline-offset-4 outline-accent outline-dashed')}
    >
      {children}
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1">
        {button}
        <Button
          size="small"
          busy={adding > 0}
          icon={<ImagePlus className="size-3.5" aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {adding > 0
            ? t`Adding ${plural(adding, { one: '# picture', other: '# pictures' })}…`
            : t`Choose pictures…`}
        </Button>
        <p className="text-xs text-ink-faint">
          {isOver ? (
            <Trans>Drop to add</Trans>
          ) : (
            <Trans>or drop files here, or paste a picture or an address</Trans>
          )}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        accept={pictureTypes}
        aria-label={t`Pictures to add`}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          void add({ files, addresses: [] })
        }}
      />
    </div>
  )
}

const textAt = (value: unknown, key: string): string => {
  const text = sliceAt(value, [key])
  return typeof text === 'string' ? text : ''
}
