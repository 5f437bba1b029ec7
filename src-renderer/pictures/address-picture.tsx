import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { Download, ExternalLink, ImageOff } from 'lucide-react'
import { Suspense, useContext, useState } from 'react'
import type { AddressPicture as Found } from '../../src-shared/media/model.ts'
import { viewLabel } from '../../src-shared/views.ts'
import { rpc } from '../rpc/client.ts'
import { errorMessage } from '../rpc/errors.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { toast } from '../ui/overlays/toast.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { isPictureAddress, useAddressPicture } from './use-address-picture.ts'
import { ViewerContext } from './viewer-context.ts'

interface AddressPictureProps {
  url: string
  /** View code, if the place has one. */
  view?: string | undefined
  /** Name of the item, for the viewer. */
  itemName?: string | undefined
  /** Loads the picture at 1,000 px. */
  isLarge?: boolean
  /** Whether it fills the width. */
  isBlock?: boolean
  className?: string
}

/**
 * The picture at an address of a record or a draft. A click enlarges it, or tells how to get a picture that
 * is not on this computer. Renders nothing for text that is no address of a picture.
 */
export function AddressPicture({
  url,
  view = '',
  itemName = '',
  isLarge = false,
  isBlock = false,
  className,
}: AddressPictureProps) {
  const found = useAddressPicture(url)
  const [open, setOpen] = useState(false)
  if (!isPictureAddress(url)) return null
  const title = view ? viewLabel(view) : t`Picture`
  const isHere = found?.thumbnail !== undefined
  const isMissing = found !== undefined && !isHere
  return (
    <>
      <button
        type="button"
        aria-label={isMissing ? t`${title}: not on this computer. Show how to get it` : t`Enlarge: ${title}`}
        aria-haspopup="dialog"
        title={isMissing ? t`${title}: not on this computer` : title}
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
        className={clsx(
          'relative shrink-0 rounded-sm hover:brightness-95',
          isBlock ? 'flex w-full' : 'inline-flex',
          isHere ? 'cursor-zoom-in' : 'cursor-default',
        )}
      >
        {isMissing && !found.placeholder ? (
          <span
            className={clsx(
              'flex shrink-0 items-center justify-center rounded-sm border border-dashed border-line-strong bg-sunken text-ink-faint',
              className,
            )}
          >
            <ImageOff className="size-2/5 max-h-5 min-h-3.5 min-w-3.5" strokeWidth={1.5} aria-hidden />
          </span>
        ) : (
          <Thumbnail
            url={found?.thumbnail}
            placeholder={found?.placeholder}
            isLarge={isLarge}
            className={className}
          />
        )}
      </button>
      {open && found && (
        <Opened
          found={found}
          url={url}
          view={view}
          title={title}
          itemName={itemName}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface OpenedProps {
  found: Found
  url: string
  view: string
  title: string
  itemName: string
  onClose: () => void
}

function Opened({ found, url, view, title, itemName, onClose }: OpenedProps) {
  const Viewer = useContext(ViewerContext)
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose()
  if (found.url === undefined || !Viewer)
    return <MissingDialog found={found} url={url} title={title} onOpenChange={onOpenChange} />
  const { thumbnail, placeholder, mimeType } = found
  const storedFile = {
    view,
    type: '',
    mimeType,
    description: '',
    sourceUrl: url,
    url: found.url,
    ...(thumbnail !== undefined && { thumbnail }),
    ...(placeholder !== undefined && { placeholder }),
  }
  return (
    <Suspense>
      <Viewer
        open
        onOpenChange={onOpenChange}
        pictures={[
          {
            key: url,
            fileName: fileNameOf(url),
            title,
            url: found.url,
            thumbnail,
            placeholder,
            storedFile,
            medium: undefined,
          },
        ]}
        shown={0}
        onShow={() => undefined}
        itemName={itemName || fileNameOf(url)}
      />
    </Suspense>
  )
}

/** The last part of an address, without its parameters. */
export function fileNameOf(url: string): string {
  const name = url.split(/[?#]/, 1)[0]?.split('/').findLast(Boolean) ?? url
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Tells why a picture is not shown, and how to get it. */
function MissingDialog({
  found: { fetches, failure },
  url,
  title,
  onOpenChange,
}: {
  found: Found
  url: string
  title: string
  onOpenChange: (open: boolean) => void
}) {
  const fetchNow = useMutation(
    rpc.media.fetchAddress.mutationOptions({
      onSuccess() {
        toast.done(t`The picture is on this computer`)
        onOpenChange(false)
      },
    }),
  )
  const reason = fetchNow.error ? errorMessage(fetchNow.error) : failure
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={t`Not on this computer`}
      description={title}
      actions={
        <>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: fetches ? 'secondary' : 'primary' })}
          >
            <ExternalLink className="size-4" aria-hidden />
            <Trans>Open its address</Trans>
          </a>
          {fetches && (
            <Button
              variant="primary"
              busy={fetchNow.isPending}
              icon={<Download className="size-4" aria-hidden />}
              onClick={() => fetchNow.mutate({ url })}
            >
              <Trans>Get the picture</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="max-w-prose">
          {fetches
            ? t`The picture is fetched from its address and kept here. Hosts other than the service's own are allowed in Settings, Connection.`
            : t`This workspace is not connected to a service, so it fetches no pictures. Open the address in your browser; a picture that you save from there can be dropped onto the form.`}
        </p>
        {reason && (
          <p role="alert" className="max-w-prose text-bad">
            {reason}
          </p>
        )}
        <p className="rounded-md bg-sunken px-3 py-2 font-mono text-xs break-all select-all">{url}</p>
      </div>
    </Dialog>
  )
}
