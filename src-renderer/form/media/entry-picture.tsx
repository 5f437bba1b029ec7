import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { AddressPicture as AddressPictureFacts } from '../../../src-shared/media/model.ts'
import { viewLabel } from '../../../src-shared/views.ts'
import { AddressPicture } from '../../pictures/address-picture.tsx'
import { isPictureAddress, useAddressPicture } from '../../pictures/use-address-picture.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { useLeaf } from '../form-store.ts'
import { type Group, memberPlace, type Place } from '../place.ts'
import { addressMember } from './media-member.ts'

/** Milliseconds without typing before the picture of a typed address is looked up. */
const quiet = 300

/** The fields of one entry of a list of pictures, with the picture itself before them. */
export function WithEntryPicture({
  group,
  place,
  isBelowLabels,
  children,
}: {
  group: Group
  place: Place
  /** Whether the fields have visible labels, below which the picture is aligned. */
  isBelowLabels: boolean
  children: ReactNode
}) {
  const member = addressMember(group)
  const typed = useLeaf(member ? memberPlace(place, member).keys : place.keys).trim()
  const url = useDebounced(typed, quiet)
  const view = useLeaf([...place.keys, 'view'])
  const found = useAddressPicture(url)
  const isShown = isPictureAddress(url)
  const entry = useRef<HTMLDivElement>(null)
  const added = useAddedPicture(url, found, entry)
  const isReplaced = added !== undefined && added !== url && !found?.thumbnail
  return (
    <div ref={entry} className="flex min-w-0 flex-1 items-start gap-3">
      <span className={isBelowLabels ? 'pt-5' : undefined}>
        {isShown || isReplaced ? (
          <AddressPicture url={isReplaced ? added : url} view={view} className="size-16" />
        ) : (
          <span className="block size-16 rounded-sm border border-dashed border-line" aria-hidden />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        {children}
        {isShown && found && (
          <p className="flex flex-wrap gap-x-2 text-xs text-ink-faint">
            {!isBelowLabels && view !== '' && <span>{viewLabel(view)}</span>}
            {found.width !== undefined && (
              <span className="tabular">
                <Trans>
                  {found.width} × {found.height} pixels
                </Trans>
              </span>
            )}
            <span>
              {isReplaced
                ? t`The picture that was added here. The file at the new address is not on this computer.`
                : placeWords(found)}
            </span>
          </p>
        )}
      </div>
    </div>
  )
}

/**
 * Address of the picture that was added to this entry, also after another address was typed over it. Undefined if
 * the entry changed otherwise, for example by undo: then it may be another one.
 */
function useAddedPicture(
  url: string,
  found: AddressPictureFacts | undefined,
  entry: RefObject<HTMLElement | null>,
): string | undefined {
  const [added, setAdded] = useState<string>()
  const isAdded = found?.isAdded === true && found.thumbnail !== undefined
  useEffect(() => {
    const isTyped = entry.current?.contains(document.activeElement) === true
    setAdded((before) => (isAdded ? url : isTyped || before === url ? before : undefined))
  }, [url, isAdded, entry])
  return added
}

/** Where the file of a picture is, if that matters; '' otherwise. */
function placeWords({ thumbnail, isAdded, fetches }: AddressPictureFacts): string {
  if (!thumbnail) return t`Not on this computer, so it is not shown.`
  // For a connected service, the check of the draft reports that it cannot be fetched.
  return isAdded && !fetches ? t`Kept in this workspace.` : ''
}
