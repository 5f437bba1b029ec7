import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { pictureSource } from '../../../rpc/session.ts'
import { usePictureFailure } from '../../../ui/thumbnail.tsx'
import type { Picture } from './pictures.ts'

/**
 * The picture, with a blurred preview until it is loaded, or the reason why it cannot be shown. The parent
 * must be positioned, because the preview fills it.
 */
export function PictureImage({
  picture: { url, placeholder },
  alt,
  small = false,
  className,
  onLoaded,
}: {
  picture: Pick<Picture, 'url' | 'placeholder'>
  alt: string
  small?: boolean
  className?: string
  /** Called when the picture itself has loaded, not its preview. */
  onLoaded?: (image: HTMLImageElement) => void
}) {
  const { failed, onError } = usePictureFailure(url)
  const [loaded, setLoaded] = useState<string>()
  const shown = failed ? undefined : url
  const preview = placeholder && (
    <img
      src={placeholder}
      alt=""
      className={clsx(
        'absolute inset-0 size-full object-contain p-[inherit] blur-[2px]',
        !shown && 'opacity-70',
      )}
    />
  )
  if (shown)
    return (
      <>
        {loaded !== shown && preview}
        <img
          src={pictureSource(shown)}
          alt={alt}
          decoding="async"
          onLoad={({ currentTarget }) => {
            setLoaded(shown)
            onLoaded?.(currentTarget)
          }}
          onError={onError}
          className={clsx('max-h-full max-w-full object-contain', className)}
        />
      </>
    )
  // The picture was removed to save space; the blurred preview is still stored.
  if (preview && small) return preview
  return (
    <span
      className={clsx(
        'flex flex-col items-center gap-2 text-center text-[#5a6570]',
        preview && 'rounded-md bg-white/85 p-3',
      )}
    >
      {preview && <span className="absolute inset-0 -z-10 p-3">{preview}</span>}
      <ImageOff className={small ? 'size-4' : 'size-7'} strokeWidth={1.25} aria-hidden />
      {!small && (
        <span className="max-w-48 text-xs">
          {url ? t`This picture cannot be shown.` : t`Not kept on this computer yet.`}
        </span>
      )}
    </span>
  )
}
