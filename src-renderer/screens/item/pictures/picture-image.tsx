import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import { ImageOff } from 'lucide-react'
import { BlurUntilLoaded, usePictureFailure } from '../../../ui/picture.tsx'
import type { Picture } from './pictures.ts'

/** The picture, or the reason why there is none. */
export function PictureImage({
  picture,
  alt,
  small,
  className,
  onLoaded,
}: {
  picture: Picture
  alt: string
  small?: boolean
  className?: string
  /** Told when the picture itself is there, not its preview. */
  onLoaded?: (image: HTMLImageElement) => void
}) {
  const { failed, onError } = usePictureFailure(picture.url)
  if (picture.url && !failed) {
    return (
      <BlurUntilLoaded
        src={picture.url}
        placeholder={picture.placeholder}
        alt={alt}
        onError={onError}
        {...(onLoaded && { onLoaded })}
        className={clsx('max-h-full max-w-full object-contain', className)}
      />
    )
  }
  // The picture was removed to save space; its blurred preview is still kept.
  if (picture.placeholder && small)
    return <BlurUntilLoaded src={undefined} placeholder={picture.placeholder} alt="" />
  return (
    <span
      className={clsx(
        'flex flex-col items-center gap-2 text-center text-[#5a6570]',
        picture.placeholder && 'rounded-md bg-white/85 p-3',
      )}
    >
      {picture.placeholder && (
        <span className="absolute inset-0 -z-10 p-3">
          <BlurUntilLoaded src={undefined} placeholder={picture.placeholder} alt="" />
        </span>
      )}
      <ImageOff className={small ? 'size-4' : 'size-7'} strokeWidth={1.25} aria-hidden />
      {!small && (
        <span className="max-w-48 text-xs">
          {picture.url ? t`This picture cannot be shown.` : t`Not kept on this computer yet.`}
        </span>
      )}
    </span>
  )
}
